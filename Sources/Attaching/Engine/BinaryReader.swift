internal import UnicodeText

/// Reads the values of ClickHouse's format RowBinary, from bytes that arrive in chunks.
///
/// Source: the ClickHouse documentation, "Formats for input and output data".
struct BinaryReader: ~Copyable {
  /// The bytes that have arrived and have not been discarded yet.
  private var buffer = GrowableBuffer<UInt8>()

  /// The offset at which the current row begins.
  private var rowStart = 0
  private var at = 0

  typealias Source = Answer

  /// The maximum number of bytes of one row.
  private let limit: Int

  init(limit: Int = 1 << 28) { self.limit = limit }

  /// Whether there is another row; waits for the first byte of that row.
  mutating func hasRow(_ source: Source) throws(RemoteFailure) -> Bool {
    rowStart = at
    if rowStart > 1 << 18 {
      buffer.removeFirst(rowStart)
      (rowStart, at) = (0, 0)
    }
    while at == buffer.count { if try !source.read(into: &buffer) { return false } }
    return true
  }

  private mutating func need(_ count: Int, _ source: Source) throws(RemoteFailure) {
    guard count >= 0, at - rowStart + count <= limit else { throw .malformed }
    while buffer.count - at < count { if try !source.read(into: &buffer) { throw .incomplete } }
  }

  mutating func number(_ source: Source) throws(RemoteFailure) -> UInt64 {
    try need(8, source)
    var value: UInt64 = 0
    for index in 0..<8 { value |= UInt64(buffer[at + index]) << UInt64(8 * index) }
    at += 8
    return value
  }

  /// Reads a length in the encoding LEB128: seven bits per byte, lowest bits first.
  private mutating func length(_ source: Source) throws(RemoteFailure) -> Int {
    var value = 0
    for shift in stride(from: 0, through: 35, by: 7) {
      try need(1, source)
      let byte = buffer[at]
      at += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw .malformed
  }

  /// Calls `body` with the bytes of a string.
  mutating func text(
    _ source: Source, _ body: (Span<UInt8>) -> Void
  ) throws(RemoteFailure) {
    let count = try length(source)
    try need(count, source)
    let start = at
    buffer.withSpan { body($0.extracting(start..<start + count)) }
    at += count
  }

  mutating func string(_ source: Source) throws(RemoteFailure) -> String {
    var result = ""
    try text(source) { result = String(decoding: $0) }
    return result
  }
}

/// The reason why a request to a server failed.
enum RemoteFailure: Error, Equatable {
  case cancelled
  /// The server refused the statement.
  case refused(EngineError)
  /// The connection failed; the value is a sentence that gives the reason.
  case unreachable(String)
  /// The response ended too early.
  case incomplete
  /// The response does not have the requested format.
  case malformed
  /// The server's tables have changed since they were attached or published; the value is a
  /// sentence that says how.
  case changed(String)

  /// The reason as a lower-case sentence without a period.
  var sentence: String {
    switch self {
    case .cancelled: "cancelled"
    case .refused(let error): error.sentence
    case .unreachable(let reason): reason
    case .incomplete: "its answer ended too early and was discarded: try again"
    case .malformed: "its answer is not from a ClickHouse server: check host, port and proxy"
    case .changed(let sentence): sentence
    }
  }
}

/// Writes values in the format RowBinary.
extension GrowableBuffer<UInt8> {
  mutating func append(binary number: UInt64) {
    for index in 0..<8 { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
  }

  mutating func append(binaryLength count: Int) {
    var rest = count
    while rest >= 0x80 {
      append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  mutating func append(binary text: Span<UInt8>) {
    append(binaryLength: text.count)
    append(copying: text)
  }

  mutating func append(binary text: String) {
    let bytes = Array(text.utf8)
    append(binary: bytes.span)
  }
}
