/// Joins a line that ends in a backslash with the next line.
package enum LineContinuation {
  /// Whether `line` ends in an odd number of backslashes, so that the last one is not escaped.
  ///
  /// - Complexity: O(*n*), where *n* is the number of backslashes at the end of `line`.
  package static func isOpen(_ line: some StringProtocol) -> Bool {
    let run = line.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }
    return run.count % 2 == 1
  }

  /// Joins continued rows: removes each continuation backslash together with the newline after it.
  ///
  /// If only empty rows follow the last continued row, `keepsFinal` decides whether to keep the
  /// backslash of that row. The argument of `keepsFinal` is the joined line with this backslash at
  /// its end.
  ///
  /// - Complexity: O(*n*), where *n* is the length of `text`.
  package static func joined(_ text: String, keepsFinal: (String) -> Bool) -> String {
    if !text.utf8.contains(UInt8(ascii: "\\")) { return text }
    let rows = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var result = ""
    var isContinuing = true
    var isUnfinished = false
    for row in rows.map({ Substring($0) }) {
      if !isContinuing { result += "\n" }
      let isOpen = isOpen(row)
      result += isOpen ? row.dropLast() : row
      isUnfinished = isOpen || (isUnfinished && row.isEmpty)
      isContinuing = isOpen
    }
    return isUnfinished && keepsFinal(result + "\\") ? result + "\\" : result
  }
}

/// A source that joins the continued lines of another source.
package struct ContinuedLines<Base: LineSource>: LineSource {
  private var base: Base
  private let keepsFinalBackslash: (String) -> Bool

  package private(set) var location: LineLocation?

  /// The rows that form the line that was read last.
  private var rows: [String] = []

  /// Creates a source that joins the continued lines of `base`.
  ///
  /// If an empty line or the end of input follows a continuation backslash, `keepsFinalBackslash`
  /// decides whether to keep that backslash. The argument of the closure is the joined line, which
  /// ends with the backslash.
  package init(_ base: Base, keepsFinalBackslash: @escaping (String) -> Bool = { _ in false }) {
    self.base = base
    self.keepsFinalBackslash = keepsFinalBackslash
  }

  package mutating func next(prompt: String) -> LineEvent {
    let first = base.next(prompt: prompt)
    location = base.location
    guard case .line(var row) = first else { return first }
    rows = [row]
    while LineContinuation.isOpen(row) {
      let event = base.next(prompt: "... > ")
      if event == .endOfInput { break }
      guard case .line(let more) = event else { return event }
      row = more
      rows.append(row)
    }
    return .line(
      LineContinuation.joined(rows.joined(separator: "\n"), keepsFinal: keepsFinalBackslash))
  }

  /// The location of a byte of the joined line: the row that contains the byte, and the column in
  /// that row.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  package func location(ofOffset offset: Int) -> LineLocation? {
    guard let location else { return nil }
    var rest = offset
    var number = 0
    while number < rows.count - 1 {
      // The continuation backslash of a row is not part of the line.
      let length = rows[number].utf8.count - 1
      if rest < length { break }
      rest -= length
      number += 1
    }
    let before = String(decoding: rows[number].utf8.prefix(rest), as: UTF8.self)
    return LineLocation(
      source: location.source, line: location.line + number, column: before.count + 1)
  }
}
