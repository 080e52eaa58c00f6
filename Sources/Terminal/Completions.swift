/// The candidates that the Tab key can insert into a line.
package struct Completions: Equatable, Sendable {
  /// A completion candidate.
  package struct Candidate: Equatable, Sendable {
    /// The text that replaces the completed range of the line.
    package let text: String

    /// The text to show in the list of candidates; often only the end of `text`.
    package let display: String

    package init(_ text: String, display: String? = nil) {
      self.text = text
      self.display = display ?? text
    }
  }

  /// The UTF-8 range of the line that a candidate replaces.
  package let range: Range<Int>

  package let candidates: [Candidate]

  /// The text to insert after a unique candidate: a space, a slash or a closing quote.
  package let suffix: String

  /// The number of additional candidates that are not in `candidates`.
  package var unlisted = 0

  /// Whether the unlisted candidates start with the common prefix of the listed candidates.
  package var sharesBeginning = true

  /// A message to show if there are no candidates; nil for no message.
  package var note: String?

  package init(replacing range: Range<Int>, with candidates: [Candidate], suffix: String = " ") {
    self.range = range
    self.candidates = candidates
    self.suffix = suffix
  }

  /// Whether there is exactly one candidate.
  package var isUnique: Bool { candidates.count == 1 && unlisted == 0 }

  /// The text that Tab inserts: a unique candidate with its suffix, otherwise the common prefix of
  /// all candidates.
  ///
  /// - Complexity: O(*n*), where *n* is the length of all candidates.
  package var insertion: String {
    guard let first = candidates.first else { return "" }
    if isUnique { return first.text + suffix }
    if !sharesBeginning { return "" }
    var common = Substring(first.text)
    for candidate in candidates.dropFirst() {
      common = common.prefix(zip(common, candidate.text).prefix { $0 == $1 }.count)
    }
    return String(common)
  }
}
