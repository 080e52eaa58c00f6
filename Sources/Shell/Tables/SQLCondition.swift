/// Checks the conditions of `:where` and `--where`, which become part of an SQL query.
enum SQLCondition {
  /// Whether a condition is empty or only whitespace.
  static func isBlank(_ condition: String) -> Bool {
    condition.utf8.allSatisfy(CommandWords.isBlank)
  }

  /// Checks that parentheses around a condition would enclose the whole condition.
  ///
  /// Each parenthesis, quote and comment in the condition must end within the condition.
  ///
  /// - Throws: a failure that names the first fault, and its position in the condition.
  /// - Complexity: O(*n*) in the length of the condition.
  static func check(_ condition: String) throws {
    let bytes = Array(condition.utf8)
    var open: [Int] = []
    var at = 0
    while at < bytes.count {
      let start = at
      at += 1
      switch bytes[start] {
      case UInt8(ascii: "("): open.append(start)
      case UInt8(ascii: ")"):
        if open.popLast() == nil { throw fault("has a ) without (", condition, start) }
      case UInt8(ascii: ";"): throw fault("has a ; outside of quotes", condition, start)
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        // A doubled quote is read as the end of one string and the start of the next string.
        guard let end = bytes[at...].firstIndex(of: bytes[start]) else {
          throw fault("has a quote that does not end", condition, start)
        }
        at = end + 1
      case UInt8(ascii: "["):
        guard let end = bytes[at...].firstIndex(of: UInt8(ascii: "]")) else {
          throw fault("has a [ without ]", condition, start)
        }
        at = end + 1
      case UInt8(ascii: "-") where at < bytes.count && bytes[at] == UInt8(ascii: "-"):
        at = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      case UInt8(ascii: "/") where at < bytes.count && bytes[at] == UInt8(ascii: "*"):
        at = try end(ofCommentAt: start, in: bytes, of: condition)
      default: break
      }
    }
    if let last = open.last { throw fault("has a ( without )", condition, last) }
  }

  /// Runs a query with a checked condition.
  ///
  /// - Throws: the errors of `body`. If SQLite rejects the parenthesis that the program added after
  ///   the condition, throws an error about the condition instead.
  static func run<Result>(_ condition: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ShellError where error.message.hasPrefix("SQL: near \")\"") {
      // SQLite does not report which parenthesis it rejects.
      if condition.utf8.contains(UInt8(ascii: ")")) {
        throw ShellError.failure(
          "the condition is not complete: a value is missing at its end, or before a )")
      }
      let name = condition.utf8.count < 100 ? " \(CommandWords.quoted(condition))" : ""
      throw ShellError.failure(
        "the condition\(name) ends too early: a value or a word is missing at its end",
        at: .tail(condition, offset: condition.utf8.count))
    }
  }

  /// The offset after a comment that begins with a slash and an asterisk.
  private static func end(
    ofCommentAt start: Int, in bytes: [UInt8], of condition: String
  ) throws -> Int {
    var at = start + 3
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "/"), bytes[at - 1] == UInt8(ascii: "*") { return at + 1 }
      at += 1
    }
    throw fault("has a comment that does not end", condition, start)
  }

  private static func fault(_ what: String, _ condition: String, _ offset: Int) -> ShellError {
    let column = condition.utf8.prefix(offset).count { $0 & 0xC0 != 0x80 } + 1
    return .failure(
      "the condition \(what) (at \(column))", at: .tail(condition, offset: offset))
  }
}
