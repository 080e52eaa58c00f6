internal import Corpora
internal import Synchronization
internal import UnicodeText

/// Searches for strings to find the offsets at which a match is possible.
///
/// Every match contains at least one of the strings.
///
/// The prefilter adapts to the text. If checking the candidates in a part of the text costs more
/// than the strings save, the prefilter pauses: the engine searches the following text without the
/// strings. After the pause, the strings are tried again on a small part, because they may have
/// become rare. Each further pause is twice as long, up to a limit. Pauses affect only the time of
/// a search, never its results.
final class RegexPrefilter: Sendable {
  /// The methods that a prefilter may use.
  enum Choice: Sendable {
    /// Search for strings, but pause if they are too frequent.
    case automatic
    /// Never search for strings.
    case nothing
    /// Always search for strings if there are any.
    case strings
  }

  /// The minimum number of bytes of text for which a finder is used.
  private static let minimumForFinder = 1 << 10
  /// The cost of checking one candidate: the number of bytes that are searched in the same time.
  static let bytesOfCheck = 24

  let layout: TextLayout
  private let choice: Choice
  private typealias Strings = (texts: PatternStrings, finder: PatternStringFinder)
  private let make: @Sendable () -> Strings?
  private let made = Mutex<Strings??>(nil)
  private let effort = Mutex(PrefilterEffort())

  /// Creates a prefilter; if `node` is `nil`, the prefilter has no strings.
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
        sample)
      return texts.map { ($0, PatternStringFinder($0, unitsEndWith: layout.end, sample)) }
    }
  }

  /// The strings, created when they are first needed.
  ///
  /// The strings are not created with the matcher, because a search of files may never use the
  /// matcher.
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
    if choice == .automatic {
      if count < Self.minimumForFinder { return nil }
      if effort.withLock({ $0.skips(count) }) { return nil }
    }
    return strings?.finder
  }

  /// Whether a string ends with the separator that ends a unit of text.
  ///
  /// Such a string cannot occur in a last line without a line end.
  var looksAhead: Bool {
    strings?.texts.texts.contains { $0.last?.kind == .after } ?? false
  }

  /// How likely a long record is to match, judged by the first strings that are found in it.
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

  /// Whether a search must stop using the finder, because its cost is too high.
  ///
  /// The cost is the number of bytes that the regular expression engine searched, plus
  /// `bytesOfCheck` for each check.
  func stops(afterSearching searched: Int, cost: Int) -> Bool {
    choice == .automatic && PrefilterEffort.isTooMuch(cost, for: searched)
  }

  /// Records the number of bytes that the finder searched, and the cost of this search.
  ///
  /// `rest` is the number of bytes that follow these bytes and will be searched without the finder.
  func note(searched: Int, cost: Int, rest: Int) {
    effort.withLock { $0.note(searched: searched, cost: cost, rest: rest) }
  }

  /// The strings, to show in explanations.
  var explanation: String { strings.map { "literals \($0.texts)" } ?? "none" }
}
