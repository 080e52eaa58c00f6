internal import Synchronization
internal import UnicodeText

/// What finds places before RE2 is asked: the strings that every match has.
///
/// It learns while it is used: where the strings are so common that looking at each costs more than it spares, RE2 is asked
/// about all text. The results never depend on it.
final class RegexPrefilter: Sendable {
  /// What may be used.
  enum Choice: Sendable {
    case automatic
    case nothing
    /// Always strings if there are some.
    case strings
  }

  /// The share is judged once so much text was searched.
  private static let leastForJudgement = 1 << 17
  /// Less text is not worth a finder.
  private static let leastForFinder = 1 << 10
  /// When the strings leave more than this share of the text to RE2, RE2 alone is faster.
  private static let tooMuch = 0.5

  let layout: TextLayout
  private let choice: Choice
  private let strings: (texts: PatternStrings, finder: PatternStringFinder)?
  private let effort = Mutex(Effort())

  /// Bytes of text: those searched, and those that RE2 was asked about.
  private struct Effort {
    var searched = 0
    var asked = 0

    var isTooMuch: Bool {
      searched >= RegexPrefilter.leastForJudgement
        && Double(asked) > Double(searched) * RegexPrefilter.tooMuch
    }
  }

  /// `node` is what the pattern says; `nil` if that is not sure, and then nothing is looked for.
  init(
    _ node: PatternNode?, _ layout: TextLayout, _ choice: Choice, _ histogram: ByteHistogram
  ) {
    self.layout = layout
    self.choice = choice
    guard let node, choice != .nothing else {
      strings = nil
      return
    }
    var maker = BytePatternMaker(layout)
    let pattern = maker.pattern(of: node.core)
    let texts = PatternStrings(pattern, isExact: !maker.isWider, histogram)
    strings = texts.map { ($0, PatternStringFinder($0, unitsEndWith: layout.end, histogram)) }
  }

  /// What to find places with in so many bytes; `nil` to ask RE2 about all.
  func finder(forBytes count: Int) -> PatternStringFinder? {
    if choice == .automatic, count < Self.leastForFinder || effort.withLock({ $0.isTooMuch }) {
      return nil
    }
    return strings?.finder
  }

  /// Whether a record may match.
  enum Likelihood { case nowhere, perhaps, surely, cancelled }

  /// Looks for the first place in a long record that may match, with pauses to ask whether to go on.
  func firstPlace(in record: Span<UInt8>, isCancelled: () -> Bool) -> Likelihood {
    guard let finder = finder(forBytes: record.count) else { return .perhaps }
    let step = 1 << 18
    // A string may begin in one step and end in the next.
    let overlap = PatternStrings.longest
    var places = FoundPlaces()
    var end = 0
    while end < record.count {
      if isCancelled() { return .cancelled }
      var start = max(0, end - overlap)
      end = min(record.count, end + step)
      finder.find(in: record.extracting(0..<end), from: &start, into: &places)
      if places.count > 0 {
        return (0..<places.count).contains { places.certain[$0] == 1 } ? .surely : .perhaps
      }
    }
    return .nowhere
  }

  /// Takes note of what the finder left to RE2.
  func note(searched: Int, asked: Int) {
    effort.withLock { effort in
      effort.searched += searched
      effort.asked += asked
    }
  }

  /// What it begins with, for people.
  var explanation: String { strings.map { "literals \($0.texts)" } ?? "none" }
}
