/// Encodes the content of a frame.
struct ContenderFrameWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: some FixedWidthInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(_ text: String) {
    write(UInt32(text.utf8.count))
    bytes += text.utf8
  }

  /// Appends the length and the bytes of a record.
  mutating func write(_ record: Span<UInt8>) {
    write(UInt32(record.count))
    // SAFETY: The bytes are copied before the call returns.
    unsafe record.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// The complete frame, header included.
  func frame(_ kind: ContenderWire.Request) -> [UInt8] {
    var header = ContenderFrameWriter()
    header.write(kind.rawValue)
    header.write(UInt32(bytes.count))
    return header.bytes + bytes
  }
}

/// Decodes the content of a frame; each method returns nil at the end of the content.
struct ContenderFrameReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    bytes(Number.bitWidth / 8).map { $0.reversed().reduce(0) { $0 << 8 | Number($1) } }
  }

  mutating func text() -> String? {
    number(UInt32.self).flatMap { bytes(Int($0)) }.map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func texts() -> [String]? {
    guard let count = number(UInt32.self) else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// Reads a LEB128 number: groups of seven bits, lowest first, at most five groups.
  mutating func distance() -> Int? {
    var value = 0
    for shift in stride(from: 0, through: 28, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
