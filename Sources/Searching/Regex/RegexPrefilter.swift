internal import Corpora
internal import Synchronization
internal import UnicodeText

/// Finds where a match is possible, by searching for strings of which every match contains one.
///
/// It adapts while it is used: if the strings are so common that checking each place costs more than it saves, all the
/// text is searched. The results never depend on it.
final class RegexPrefilter: Sendable {
  /// The methods that may be used.
  enum Choice: Sendable {
    case automatic
    case nothing
    /// Always search for strings if there are any.
    case strings
  }

  /// The bytes of text to search before judging whether the strings help.
  private static let minimumBytesForJudgment = 1 << 17
  /// The bytes of text below which a finder is not worth using.
  private static let leastForFinder = 1 << 10
  /// If more than this fraction of the text is left to search, the search is faster without a prefilter.
  private static let tooMuch = 0.5
  /// The time to check one candidate, as the number of bytes that could be searched in this time.
  static let bytesOfCheck = 12

  let layout: TextLayout
  private let choice: Choice
  private typealias Strings = (texts: PatternStrings, finder: PatternStringFinder)
  private let make: @Sendable () -> Strings?
  private let made = Mutex<Strings??>(nil)
  private let effort = Mutex(Effort())

  /// The bytes that finders searched, and the bytes that were left for the regular expression engine.
  private struct Effort {
    var searched = 0
    var asked = 0

    var isTooMuch: Bool {
      searched >= RegexPrefilter.minimumBytesForJudgment
        && Double(asked) > Double(searched) * RegexPrefilter.tooMuch
    }
  }

  /// Creates a prefilter; if `node` is `nil`, it has no strings, and all the text is searched.
  init(
    _ node: PatternNode?, _ classes: CharacterClasses, _ layout: TextLayout, _ choice: Choice,
    _ sample: TextSample
  ) {
    self.layout = layout
    self.choice = choice
    guard let node, choice != .nothing, !PatternStrings.areTooMany(in: node) else {
      make = { nil }
      return
    }
    make = {
      var maker = BytePatternCompiler(layout, classes)
      let pattern = maker.pattern(of: node.core)
      let texts = PatternStrings(pattern, isExact: !maker.matchesMoreThanSource, sample.histogram)
      return texts.map { ($0, PatternStringFinder($0, unitsEndWith: layout.end, sample)) }
    }
  }

  /// The strings; made by the first call, because a pattern is compiled for records even if only files are searched.
  private var strings: Strings? {
    made.withLock { made in
      if let made { return made }
      let new = make()
      made = .some(new)
      return new
    }
  }

  /// The finder for `count` bytes of text; `nil` if all the text should be searched.
  func finder(forBytes count: Int) -> PatternStringFinder? {
    if choice == .automatic, count < Self.leastForFinder || effort.withLock({ $0.isTooMuch }) {
      return nil
    }
    return strings?.finder
  }

  /// Whether a string contains the end of a unit of text, so that it is not found in a last unit without an end.
  var looksAhead: Bool {
    strings?.texts.texts.contains { $0.last?.kind == .after } ?? false
  }

  /// Whether a long record may match, judged by the first strings found in it; polls `isCancelled`, and then returns `nil`.
  func firstPlace(in record: Span<UInt8>, isCancelled: () -> Bool) -> MatchLikelihood? {
    guard let finder = finder(forBytes: record.count) else { return .perhaps }
    let step = 1 << 18
    // A string may span two steps.
    let overlap = PatternStrings.longest
    var places = FoundPlaces()
    var end = 0
    while end < record.count {
      if isCancelled() { return nil }
      var start = max(0, end - overlap)
      end = min(record.count, end + step)
      finder.find(in: record.extracting(0..<end), from: &start, into: &places)
      if places.count > 0 {
        return (0..<places.count).contains { places.certain[$0] == 1 } ? .surely : .perhaps
      }
    }
    return .nowhere
  }

  /// Records how much text the finder left to the search.
  func note(searched: Int, asked: Int) {
    effort.withLock { effort in
      effort.searched += searched
      effort.asked += asked
    }
  }

  /// The strings, to show in explanations.
  var explanation: String { strings.map { "literals \($0.texts)" } ?? "none" }
}
