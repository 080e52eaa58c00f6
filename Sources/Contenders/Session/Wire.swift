/// What goes over the pipes.
///
/// Both sides begin with a greeting: eight letters, and the version as 32 bits. Then come frames: a byte that says what it
/// is, the length of what follows as 32 bits, and that many bytes. Numbers are little-endian; a text is its length in
/// UTF-8 as 32 bits and its bytes; a list is its count as 32 bits and its elements. The program that asks has a file of
/// its own like this one, as neither module may import the other: a change of one needs the other and a new version.
enum Wire {
  static let greeting = Array("sbcontnd".utf8)
  static let version: UInt32 = 1

  /// What the asking program sends.
  enum Request: UInt8 {
    /// Begins a corpus: a list of columns, each one byte, 1 for an alias field.
    case corpus = 1
    /// Stored records, each a length as 32 bits and its bytes, to the end of the frame.
    case records
    /// The corpus is complete. Answered by `stored`.
    case end
    /// Contender, strategy, query, grammar and separators as texts; four bytes: case mode (0 ignore, 1 smart, 2 sensitive),
    /// whether diacritics are ignored, whether blanks are trimmed, whether camel case is split; whether there is a list
    /// of columns, one byte, and the list, each 32 bits. Answered by `ready` and `found`, or by `refused`.
    case search
    /// So many iterations, 64 bits, of the last search. Answered by `timed` or `refused`.
    case iterate
  }

  /// What it is answered.
  enum Reply: UInt8 {
    /// Follows the greeting: a list of contenders, each name, summary, dialect (empty if none) and a list of strategies.
    case catalog = 101
    /// The number of records, 64 bits.
    case stored
    /// All is made that is not timed; the search begins.
    case ready
    /// Nanoseconds and number of matches, 64 bits each, and for each match the distance of its record from the one before
    /// (the first: from -1) in groups of seven bits, the lowest first, all but the last with the high bit set.
    case found
    /// A sentence that begins with `it`.
    case refused
    /// Nanoseconds of all iterations, 64 bits.
    case timed
  }
}

/// Writes the content of a frame.
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

  /// Writes ascending numbers as the distances between them.
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

  /// The whole frame.
  func frame(_ kind: Wire.Reply) -> [UInt8] {
    var frame = FrameWriter()
    frame.write(kind.rawValue)
    frame.write(UInt32(bytes.count))
    return frame.bytes + bytes
  }
}

/// Reads the content of a frame; whatever is missing is nil.
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
