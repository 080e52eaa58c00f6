internal import Corpora
internal import Synchronization
internal import UnicodeText

/// Finds where a match is possible, by searching for strings; every match contains at least one of
/// these strings.
///
/// The prefilter adapts to the text: the engine searches all the text while checking the frequent
/// candidates would cost more than the strings save. After a pause of 16 blocks, one block is
/// searched for the strings again, because they may have become rare; each further pause is twice
/// as long. Whether the strings are used never affects the results of a search.
final class RegexPrefilter: Sendable {
  /// The methods that may be used.
  enum Choice: Sendable {
    case automatic
    case nothing
    /// Always search for strings if there are any.
    case strings
  }

  /// The bytes of text to search before deciding whether the strings help.
  private static let minimumBytesForJudgment = 1 << 17
  /// The minimum bytes of text for which a finder is used.
  private static let minimumForFinder = 1 << 10
  /// A prefilter that leaves more than this fraction of the text to the engine is slower than
  /// searching without a prefilter.
  private static let tooMuch = 0.5
  /// The cost of checking one candidate, as the number of bytes that could be searched in the same
  /// time.
  static let bytesOfCheck = 24

  let layout: TextLayout
  private let choice: Choice
  private typealias Strings = (texts: PatternStrings, finder: PatternStringFinder)
  private let make: @Sendable () -> Strings?
  private let made = Mutex<Strings??>(nil)
  private let effort = Mutex(Effort())

  /// The bytes that finders searched, and the bytes that they left to the regular expression
  /// engine; earlier bytes count less than later bytes.
  private struct Effort {
    private var searched = 0
    private var scanned = 0
    /// The number of blocks to search without strings before the next trial.
    private var blocksToSkip = 0
    /// The length of the current pause between trials, in blocks; it doubles with each trial.
    private var pause = minimumPause

    private static let minimumPause = 16

    private var isTooMuch: Bool {
      searched >= RegexPrefilter.minimumBytesForJudgment
        && Double(scanned) > Double(searched) * RegexPrefilter.tooMuch
    }

    /// Whether to search the next block for the strings.
    mutating func usesFinder() -> Bool {
      if !isTooMuch {
        (blocksToSkip, pause) = (Self.minimumPause, Self.minimumPause)
        return true
      }
      blocksToSkip -= 1
      if blocksToSkip > 0 { return false }
      pause *= 2
      blocksToSkip = pause
      return true
    }

    mutating func note(searched count: Int, scanned bytes: Int) {
      if searched >= RegexPrefilter.minimumBytesForJudgment {
        searched /= 2
        scanned /= 2
      }
      searched += count
      // Limit the weight of a block with frequent strings, so that one later block with rare
      // strings outweighs it.
      scanned += min(bytes, count)
    }
  }

  /// Creates a prefilter; if `node` is `nil`, the prefilter has no strings, and all the text is
  /// searched.
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
      let texts = PatternStrings(
        pattern, isExact: !maker.matchesMoreThanSource, isExactInASCII: !maker.matchesMoreInASCII,
        sample.histogram)
      return texts.map { ($0, PatternStringFinder($0, unitsEndWith: layout.end, sample)) }
    }
  }

  /// The strings, created when they are first needed.
  ///
  /// The strings are not created together with the matcher, because a search of files compiles a
  /// matcher that it may never use.
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
    if choice == .automatic, count < Self.minimumForFinder || !effort.withLock({ $0.usesFinder() })
    {
      return nil
    }
    return strings?.finder
  }

  /// Whether a string contains the end of a unit of text.
  ///
  /// A string with the end of a unit cannot occur in a last line without a line end.
  var looksAhead: Bool {
    strings?.texts.texts.contains { $0.last?.kind == .after } ?? false
  }

  /// Whether a long record may match, judged by the first strings that are found in the record.
  ///
  /// Returns `nil` if `isCancelled` returned `true`.
  func firstPlace(in record: Span<UInt8>, isCancelled: () -> Bool) -> MatchLikelihood? {
    guard let finder = finder(forBytes: record.count) else { return .possible }
    let step = 1 << 18
    // Let the searched ranges overlap, because a string may span two of them.
    let overlap = PatternStrings.longest
    var places = FoundPlaces()
    var end = 0
    while end < record.count {
      if isCancelled() { return nil }
      var start = max(0, end - overlap)
      end = min(record.count, end + step)
      finder.find(in: record.extracting(0..<end), from: &start, into: &places)
      if places.count > 0 {
        return (0..<places.count).contains { places.certain[$0] == 1 } ? .certain : .possible
      }
    }
    return .absent
  }

  /// Records how many bytes the finder searched, and how many it left to the regular expression
  /// engine.
  func note(searched: Int, scanned: Int) {
    effort.withLock { $0.note(searched: searched, scanned: scanned) }
  }

  /// The strings, to show in explanations.
  var explanation: String { strings.map { "literals \($0.texts)" } ?? "none" }
}
