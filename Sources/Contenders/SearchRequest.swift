internal import ContenderFrames
internal import Foundation

/// A query as a contender is given it: a text, a strategy, and the settings.
struct SearchRequest: Equatable {
  typealias CaseMode = SearchMessage.CaseMode

  var text: String

  /// `substring`, `prefix`, `bool` or `regex`.
  var strategy: String

  var caseMode = CaseMode.ignore
  var ignoresDiacritics = true

  /// Whether blanks at both ends of a substring are dropped.
  var trims = true

  /// `classic` or `standard`.
  var grammar = "classic"

  /// Where tokens of a text end, besides at blanks.
  var separators: Set<Unicode.Scalar> = ["."]

  /// Whether tokens also end inside words.
  var splitsCamelCase = false

  /// The columns in scope; nil is all of them.
  var columns: [Int]?

  init(_ text: String, by strategy: String) {
    self.text = text
    self.strategy = strategy
  }

  /// Whether there is nothing to look for, which every record matches.
  var isBlank: Bool { text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  /// The text that a substring search looks for.
  var needle: String { trims ? text.trimmingCharacters(in: .whitespacesAndNewlines) : text }

  /// Whether case is ignored in a query of these literal texts.
  func ignoresCase(for literals: [String]) -> Bool {
    switch caseMode {
    case .ignore: true
    case .sensitive: false
    case .smart:
      !literals.contains { $0.unicodeScalars.contains(where: \.properties.isUppercase) }
    }
  }

  /// Foundation's options for a comparison of these literal texts.
  func comparison(of literals: [String]) -> String.CompareOptions {
    var options: String.CompareOptions = []
    if ignoresCase(for: literals) { options.insert(.caseInsensitive) }
    if ignoresDiacritics { options.insert(.diacriticInsensitive) }
    return options
  }

  /// Whether a regular expression ignores case.
  ///
  /// - Throws: `Refusal` where that would need to tell the pattern's literal letters from the others.
  func ignoresCaseOfPattern() throws(Refusal) -> Bool {
    if caseMode == .smart, !ignoresCase(for: [text]) {
      throw Refusal(
        "it cannot tell which capitals of a pattern are letters; set case to ignore or sensitive")
    }
    return caseMode != .sensitive
  }
}
