/// What the Tab key can put into a line.
public struct Completions: Equatable, Sendable {
  /// One way to complete.
  public struct Candidate: Equatable, Sendable {
    /// What replaces the range.
    public let text: String

    /// What the list shows; often only the last part of `text`.
    public let display: String

    public init(_ text: String, display: String? = nil) {
      self.text = text
      self.display = display ?? text
    }
  }

  /// The bytes of the line (in UTF-8) that a candidate replaces.
  public let range: Range<Int>

  public let candidates: [Candidate]

  /// What follows the candidate if it is the only one: a blank, a slash, a closing quote.
  public let suffix: String

  /// How many candidates there are besides.
  public var unlisted = 0

  /// Whether those not in the list, too, begin with what the candidates have in common.
  public var sharesBeginning = true

  /// A line to show if there is no candidate.
  public var note: String?

  public init(replacing range: Range<Int>, with candidates: [Candidate], suffix: String = " ") {
    self.range = range
    self.candidates = candidates
    self.suffix = suffix
  }

  /// Whether there is one way to complete.
  package var isUnique: Bool { candidates.count == 1 && unlisted == 0 }

  /// What pressing Tab puts into the range: the only candidate with its suffix, or what all have in
  /// common.
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
