internal import Basics
internal import Searching

/// The error that a server returned for a failed statement.
///
/// The error codes come from ClickHouse's source file `ErrorCodes.cpp`.
struct EngineError: Error, Hashable, Sendable {
  /// The server's error code; 0 if the response contains no error code.
  let code: Int

  /// The server's own message, without details that only ClickHouse developers need.
  let words: String

  static let unknownTable = 60
  static let unknownDatabase = 81
  static let cancelled = 394

  /// The node that could not be reached, as `host:port`; `nil` if the response names no node.
  let node: String?

  /// Parses the text of an error response: `Code: 60, e.displayText() = DB::Exception: ...,
  /// e.what() = ...`.
  init(answer: String, status: Int) {
    var code = 0
    if answer.hasPrefix("Code: ") {
      code = Int(answer.dropFirst(6).prefix { $0.isASCII && $0.isNumber }) ?? 0
    }
    self.code = code
    node = Self.place(in: answer)
    var words = answer
    for marker in ["DB::Exception: ", "DB::ErrnoException: "] {
      let parts = words.pieces(separatedBy: marker)
      if parts.count > 1 { words = parts.dropFirst().joined(separator: marker) }
    }
    for ending in [", e.what() = ", " (version ", ": While executing"] {
      words = words.pieces(separatedBy: ending).first ?? words
    }
    let line = words.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let short = line.count > 300 ? line.prefix(300) + "..." : line[...]
    self.words = short.isEmpty ? "the server answered with HTTP status \(status)" : String(short)
  }

  /// The first `(host:port)` in a message.
  private static func place(in text: String) -> String? {
    for part in text.split(separator: "(").dropFirst() {
      let place = part.prefix { $0 != ")" && !$0.isWhitespace }
      guard let colon = place.lastIndex(of: ":"), colon > place.startIndex,
        UInt16(place[colon...].dropFirst()) != nil, place.endIndex < part.endIndex
      else { continue }
      return String(place)
    }
    return nil
  }

  /// The error as a lower-case sentence without a period, with a remedy if there is one.
  var sentence: String {
    if words.hasOccurrence(of: "No space left on device") {
      return "a disk of the server is full: \(words)"
    }
    return switch code {
    case 192, 193, 194, 516:
      "the server refuses the user or the password: set --user and SEARCHBENCH_PASSWORD (\(words))"
    case 497, 164: "the user lacks a permission: \(words)"
    case Self.unknownTable, Self.unknownDatabase: "there is no such table: \(words)"
    case 32, 198, 209, 210, 279:
      "\(node.map { "the node \($0)" } ?? "a node") of the cluster cannot be reached: \(words)"
    case 159, 160: "the query took longer than the server allows: \(words)"
    case 241: "the server has too little memory for the query: \(words)"
    case 243, 28: "a disk of the server is full: \(words)"
    case 252: "the server accepts no more data now; run the command again later: \(words)"
    case Self.cancelled: "the server stopped the query: \(words)"
    case 0: words
    default: "error \(code): \(words)"
    }
  }
}
