extension Int {
  /// The decimal digits with commas between thousands: `64,000`.
  var grouped: String {
    var digits = String(magnitude)
    var place = digits.endIndex
    while let next = digits.index(place, offsetBy: -3, limitedBy: digits.startIndex),
      next > digits.startIndex
    {
      digits.insert(",", at: next)
      place = next
    }
    return self < 0 ? "-" + digits : digits
  }
}
