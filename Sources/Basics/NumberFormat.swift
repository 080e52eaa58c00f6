/// Formats numbers for people, independent of the locale.
package enum NumberFormat {
  /// `number` with commas between thousands: 1,204.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var result = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// `number` with commas if it is below 10,000, otherwise rounded with a unit prefix: 1,204; 34.9
  /// k; 1.2 M.
  package static func short(_ number: Int) -> String {
    if number.magnitude < 10_000 { return grouped(number) }
    return (number < 0 ? "-" : "")
      + scaled(Double(number.magnitude), ["", "k", "M", "G", "T", "P", "E"])
  }

  /// A number of bytes in decimal units: 512 B, 1.2 kB, 2.1 GB.
  package static func bytes(_ count: Int) -> String { bytes(Double(count)) }

  /// A rate in bytes per second: 2.1 GB/s.
  package static func rate(bytes: Int, nanoseconds: Int) -> String {
    self.bytes(Double(bytes) * 1e9 / Double(max(1, nanoseconds))) + "/s"
  }

  /// A number and its noun, in the singular or plural: 1 record, 1,204 records.
  package static func counted(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    grouped(number) + " " + (number == 1 ? noun : plural ?? noun + "s")
  }

  /// `value` rounded to `decimals` decimal places: 12.4; "-" if `value` is not finite.
  ///
  /// Halves are rounded away from zero.
  ///
  /// - Precondition: `decimals` is at most 9.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    precondition(0...9 ~= decimals)
    guard value.isFinite else { return "-" }
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    let scaled = (value.magnitude * power).rounded(.toNearestOrAwayFromZero)
    guard scaled < 1e18 else { return "\(value)" }
    let units = Int(scaled)
    let sign = value < 0 && units > 0 ? "-" : ""
    if decimals == 0 { return sign + String(units) }
    let fraction = String(units % Int(power))
    let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
    return "\(sign)\(units / Int(power)).\(zeros)\(fraction)"
  }

  private static func bytes(_ count: Double) -> String {
    scaled(count, ["B", "kB", "MB", "GB", "TB", "PB", "EB"])
  }

  /// `value` with a suitable unit of `units`; the number has one decimal if the unit has a prefix
  /// and the scaled value is below 100.
  private static func scaled(_ value: Double, _ units: [String]) -> String {
    var value = value
    var unit = 0
    while unit + 1 < units.count, value >= 999.5 {
      value /= 1000
      unit += 1
    }
    let decimals = unit == 0 || value >= 99.95 ? 0 : 1
    let suffix = units[unit].isEmpty ? "" : " " + units[unit]
    return fixed(value, decimals: decimals) + suffix
  }
}

extension Int {
  /// The number with commas between thousands: `64,000`.
  package var grouped: String { NumberFormat.grouped(self) }
}
