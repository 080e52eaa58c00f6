/// The protocol between searchbench and the contender program.
///
/// Both sides start with a greeting: eight letters, and the version as 32 bits. Frames follow: one byte for the kind,
/// the content's length as 32 bits, and the content. Numbers are little-endian; a text is its length in UTF-8 as 32
/// bits and its bytes; a list is its count as 32 bits and its elements. The requesting program has its own copy of this
/// protocol, because neither module can import the other: a change here needs the same change there, and a new version.
enum Wire {
  static let greeting = Array("sbcontnd".utf8)
  static let version: UInt32 = 1

  /// The frames that the requesting program sends.
  enum Request: UInt8 {
    /// Starts a corpus: a list of columns, one byte each, 1 for an alias field.
    case corpus = 1
    /// Stored records, up to the end of the frame; each is a length as 32 bits and its bytes.
    case records
    /// Ends the corpus. The reply is `stored`.
    case end
    /// Contender, strategy, query, grammar and separators as texts; four bytes: case mode (0 ignore, 1 smart, 2
    /// sensitive), whether to ignore diacritics, whether to trim whitespace, whether to split camel case; one byte for
    /// whether a list of columns follows, and the list, 32 bits each. The reply is `ready` and `found`, or `refused`.
    case search
    /// The number of iterations of the last search, 64 bits. The reply is `timed` or `refused`.
    case iterate
  }

  /// The frames that the contender program sends.
  enum Reply: UInt8 {
    /// Sent after the greeting: a list of contenders, each with name, summary, dialect (empty if none) and a list of
    /// strategies.
    case catalog = 101
    /// The number of records, 64 bits.
    case stored
    /// The untimed preparation is done; the search starts.
    case ready
    /// Nanoseconds and number of matches, 64 bits each. Then for each match the difference of its record index from the
    /// previous match (for the first match, from -1) in LEB128: groups of seven bits, lowest first, with the high bit
    /// set except in the last.
    case found
    /// A sentence that starts with `it`.
    case refused
    /// The nanoseconds of all iterations, 64 bits.
    case timed
  }
}

/// Encodes the content of a frame.
struct FrameWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: some FixedWidthInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func write(_ text: String) {
    write(UInt32(text.utf8.count))
    bytes += text.utf8
  }

  /// Writes ascending numbers as the differences between them.
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

  /// The complete frame, header included.
  func frame(_ kind: Wire.Reply) -> [UInt8] {
    var frame = FrameWriter()
    frame.write(kind.rawValue)
    frame.write(UInt32(bytes.count))
    return frame.bytes + bytes
  }
}

/// Decodes the content of a frame; each method returns nil at the end of the content.
struct FrameReader {
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

  mutating func flag() -> Bool? { number(UInt8.self).map { $0 != 0 } }

  mutating func text() -> String? {
    number(UInt32.self).flatMap { bytes(Int($0)) }.map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func numbers() -> [Int]? {
    guard let count = number(UInt32.self), rest.count >= Int(count) * 4 else { return nil }
    return (0..<count).compactMap { _ in number(UInt32.self).map(Int.init) }
  }
}
