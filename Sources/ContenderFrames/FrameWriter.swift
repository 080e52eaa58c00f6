/// Writes the content of a frame.
package struct FrameWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ number: UInt8) { bytes.append(number) }

  package mutating func write(_ number: UInt32) { write(UInt64(number), bytes: 4) }

  package mutating func write(_ number: UInt64) { write(number, bytes: 8) }

  private mutating func write(_ number: UInt64, bytes count: Int) {
    for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }

  package mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  package mutating func write(_ text: String) {
    write(UInt32(text.utf8.count))
    bytes += text.utf8
  }

  package mutating func write(_ texts: [String]) {
    write(UInt32(texts.count))
    for text in texts { write(text) }
  }

  /// Writes the length of a record, then its bytes.
  package mutating func write(_ record: Span<UInt8>) {
    write(UInt32(record.count))
    bytes.reserveCapacity(bytes.count + record.count)
    for index in record.indices { bytes.append(record[index]) }
  }

  /// Writes ascending numbers as the differences between consecutive numbers.
  mutating func write(ascending numbers: [Int]) {
    var last = -1
    for number in numbers {
      var distance = number - last
      last = number
      while distance >= 0x80 {
        bytes.append(UInt8(distance & 0x7F) | 0x80)
        distance >>= 7
      }
      bytes.append(UInt8(distance))
    }
  }

  /// The complete frame of a request: the header, then the content.
  package func frame(_ kind: Wire.Request) -> [UInt8] { frame(kind.rawValue) }

  /// The complete frame of a reply: the header, then the content.
  package func frame(_ kind: Wire.Reply) -> [UInt8] { frame(kind.rawValue) }

  private func frame(_ kind: UInt8) -> [UInt8] {
    var header = FrameWriter()
    header.write(kind)
    header.write(UInt32(bytes.count))
    return header.bytes + bytes
  }
}
