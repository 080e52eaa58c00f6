internal import ContenderFrames
internal import Foundation

/// A query for a contender, with the strategy and the search settings.
struct SearchRequest: Equatable {
  typealias CaseMode = SearchMessage.CaseMode

  var text: String

  /// The name of the strategy: `substring`, `prefix`, `bool` or `regex`.
  var strategy: String

  var caseMode = CaseMode.ignore
  var ignoresDiacritics = true

  /// Whether a substring search removes whitespace from both ends of the query.
  var trims = true

  /// The grammar of boolean queries: `classic` or `standard`.
  var grammar = "classic"

  /// The characters that end a token, in addition to whitespace.
  var separators: Set<Unicode.Scalar> = ["."]

  /// Whether camel-case words are also split into tokens at capitals.
  var splitsCamelCase = false

  /// The indices of the columns to search; nil for all columns.
  var columns: [Int]?

  init(_ text: String, by strategy: String) {
    self.text = text
    self.strategy = strategy
  }

  /// Whether the query is empty or only whitespace; a blank query matches every record.
  var isBlank: Bool {
    if strategy == "substring", !trims { return text.isEmpty }
    return text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// The text that a substring search looks for.
  var needle: String { trims ? text.trimmingCharacters(in: .whitespacesAndNewlines) : text }

  /// Whether case is ignored; with smart case, the result depends on `literals`, the literal texts
  /// of the query.
  func ignoresCase(for literals: [String]) -> Bool {
    switch caseMode {
    case .ignore: true
    case .sensitive: false
    case .smart:
      !literals.contains { $0.unicodeScalars.contains(where: \.properties.isUppercase) }
    }
  }

  /// Foundation's options for finding `literals`, the literal texts of the query.
  func comparison(of literals: [String]) -> String.CompareOptions {
    var options: String.CompareOptions = []
    if ignoresCase(for: literals) { options.insert(.caseInsensitive) }
    if ignoresDiacritics { options.insert(.diacriticInsensitive) }
    return options
  }

  /// Whether a regular expression ignores case.
  ///
  /// - Throws: `Refusal` if smart case depends on which letters of the pattern are literals.
  func ignoresCaseOfPattern() throws(Refusal) -> Bool {
    if caseMode == .smart, !ignoresCase(for: [text]) {
      throw Refusal(
        "it cannot tell which capitals of a pattern are literals; set case to ignore or sensitive")
    }
    return caseMode != .sensitive
  }
}
