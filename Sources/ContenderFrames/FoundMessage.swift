/// The content of a `found` frame.
package struct FoundMessage: Equatable {
  /// The duration of the search in nanoseconds.
  package var nanoseconds: UInt64

  /// The indices of the matching records, in ascending order.
  package var places: [Int]

  package init(nanoseconds: UInt64, places: [Int]) {
    self.nanoseconds = nanoseconds
    self.places = places
  }

  /// Decodes the message; nil if the content is malformed, or contains an index that is not below
  /// `count`.
  package init?(_ content: [UInt8], of count: Int) {
    var reader = FrameReader(content)
    guard let nanoseconds = reader.largeNumber(), let length = reader.largeNumber(),
      length <= UInt64(count)
    else { return nil }
    self.nanoseconds = nanoseconds
    places = []
    places.reserveCapacity(Int(length))
    var last = -1
    for _ in 0..<length {
      guard let distance = reader.distance(), distance > 0, distance < count - last else {
        return nil
      }
      last += distance
      places.append(last)
    }
    if !reader.isAtEnd { return nil }
  }

  package func write(to frame: inout FrameWriter) {
    frame.write(nanoseconds)
    frame.write(UInt64(places.count))
    frame.write(ascending: places)
  }
}
