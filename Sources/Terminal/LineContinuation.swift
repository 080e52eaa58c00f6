/// The rule by which a trailing backslash joins a line with the next one.
package enum LineContinuation {
  /// Whether `line` ends in an odd run of backslashes, the last of which is therefore not itself
  /// escaped.
  ///
  /// - Complexity: O(*n*), where *n* is the length of that run.
  package static func isOpen(_ line: some StringProtocol) -> Bool {
    let run = line.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }
    return run.count % 2 == 1
  }

  /// The one line that `text` means: every open backslash before a line feed goes, together with
  /// it.
  ///
  /// A line that was opened but not continued (the row after it is empty) ends in its backslash;
  /// `keepsFinal`, given the line with it, says whether it stays.
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

/// Another source's lines, those that end in an open backslash joined with the ones behind them.
public struct ContinuedLines<Base: LineSource>: LineSource {
  private var base: Base
  private let keepsFinalBackslash: (String) -> Bool

  public private(set) var location: LineLocation?

  /// What the line that came last was joined of.
  private var rows: [String] = []

  /// Joins the lines of `base`.
  ///
  /// `keepsFinalBackslash` is asked about a line that was opened and then not continued: by an
  /// empty line, or by the end.
  public init(_ base: Base, keepsFinalBackslash: @escaping (String) -> Bool = { _ in false }) {
    self.base = base
    self.keepsFinalBackslash = keepsFinalBackslash
  }

  public mutating func next(prompt: String) -> LineEvent {
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

  /// The place of a byte of the joined line: in the row that it was read in.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public func location(ofOffset offset: Int) -> LineLocation? {
    guard let location else { return nil }
    var rest = offset
    var number = 0
    while number < rows.count - 1 {
      // The backslash that continues a row is no part of the line.
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
