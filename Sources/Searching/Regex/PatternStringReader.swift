internal import Basics
internal import UnicodeText

/// The texts that are known to occur in the matches of a part of a pattern.
struct FoundTexts {
  typealias Text = PatternStrings.Text

  /// All texts that the part can match; nil if there are too many.
  var exact: [Text]?
  /// A list of texts; each match of the part begins with at least one of them.
  var prefixes: [Text]
  /// A list of texts; each match of the part ends with at least one of them.
  var suffixes: [Text]
  /// A list of texts; each match of the part contains at least one of them.
  var inner: [Text]?

  /// The value for a part whose matches have no known texts.
  static let nothing = FoundTexts(exact: nil, prefixes: [[]], suffixes: [[]], inner: nil)

  init(exact: [Text]?, prefixes: [Text], suffixes: [Text], inner: [Text]?) {
    self.exact = exact
    self.prefixes = prefixes
    self.suffixes = suffixes
    self.inner = inner
  }

  init(exact: [Text]) { self.init(exact: exact, prefixes: exact, suffixes: exact, inner: nil) }
}

/// Collects the strings of a pattern, from the leaves of its tree upward.
struct PatternStringReader {
  typealias Text = PatternStrings.Text

  private static let maximumTexts = 64
  /// The maximum number of texts of all alternatives together, before duplicates are removed.
  static let maximumUnited = 256
  private static let longestExact = PatternStrings.longest / 2
  private static let longestEnd = 12
  /// The maximum number of parts of a sequence to read.
  ///
  /// Reading a part takes up to 100 µs, and strings in the first thousand parts are good enough.
  private static let maximumParts = 1_000
  /// The maximum number of parts of a pattern that are tried as the start of a run of parts.
  private static let maximumStarts = 128
  /// The maximum number of copies to which a repetition is expanded.
  private static let maximumCopies = 8

  private let histogram: ByteHistogram
  /// The counts of byte pairs in a sample of the text; `nil` if there is no sample.
  private let pairs: BytePairCounts?
  /// The number of bytes in the sample.
  private let total: UInt64

  /// Whether to join alternative scalars with the same UTF-8 length into one text, which has one
  /// byte set for each byte.
  ///
  /// A joined text also matches scalars that are not among the alternatives.
  private let joinsScalars: Bool

  /// Whether the texts may match more than the pattern, because a word boundary was ignored or
  /// scalars were joined.
  private(set) var isLoose = false

  init(_ histogram: ByteHistogram, _ pairs: BytePairCounts?, isLoose: Bool = false) {
    self.histogram = histogram
    total = histogram.counts.reduce(0, +)
    self.pairs = pairs
    joinsScalars = isLoose
  }

  mutating func found(in pattern: BytePattern) -> FoundTexts {
    switch pattern {
    case .empty: return FoundTexts(exact: [[]])
    case .never: return FoundTexts(exact: [])
    case .bytes(let set): return FoundTexts(exact: [[.init(set: set, kind: .text)]])
    case .beyondASCII(let first, _):
      return FoundTexts(exact: [[.init(set: first, kind: .beginning)]])
    case .before(let set): return FoundTexts(exact: [[.init(set: set, kind: .before)]])
    case .after(let set): return FoundTexts(exact: [[.init(set: set, kind: .after)]])
    case .wordBoundary:
      isLoose = true
      return FoundTexts(exact: [[]])
    case .sequence(let parts):
      var whole = FoundTexts(exact: [[]])
      for part in parts.prefix(Self.maximumParts) { whole = joined(whole, found(in: part)) }
      return parts.count > Self.maximumParts ? joined(whole, .nothing) : whole
    case .choice(let parts):
      if joinsScalars, let joined = joinedScalars(parts) {
        isLoose = true
        return FoundTexts(exact: [joined])
      }
      return parts.count > Self.maximumUnited
        ? beginnings(of: parts) : either(parts.map { found(in: $0) })
    case .repeated(let inner, let minimum, let maximum):
      return repeated(found(in: inner), minimum, maximum)
    }
  }

  /// The run of consecutive parts whose texts are cheapest to search for.
  ///
  /// Returns all texts that the run can match, and the range of its parts.
  mutating func pivot(of parts: [BytePattern]) -> (texts: [Text]?, range: Range<Int>) {
    let exact = parts.map { found(in: $0).exact }
    var best: (texts: [Text], range: Range<Int>, cost: Double)?
    for start in parts.indices.prefix(Self.maximumStarts) {
      var run: [Text]? = [[]]
      for end in start..<parts.count {
        run = run.flatMap { run in exact[end].flatMap { crossed(run, $0) } }
        // A closed text ends with the first byte of a scalar, so nothing can be appended to it.
        guard let texts = run,
          texts.allSatisfy({ $0.count <= Self.longestExact && !Self.isClosed($0) })
        else { break }
        guard isUsable(texts) else { continue }
        let cost = cost(of: texts)
        if cost < best?.cost ?? .infinity { best = (texts, start..<end + 1, cost) }
      }
    }
    return (best?.texts, best?.range ?? 0..<0)
  }

  /// A text of byte sets that matches alternative non-ASCII scalars of the same UTF-8 length.
  ///
  /// The result is `nil` if an alternative is not a scalar of this length.
  private func joinedScalars(_ parts: [BytePattern]) -> Text? {
    var sets: [ByteSet] = []
    for part in parts {
      guard case .sequence(let bytes) = part, sets.isEmpty || bytes.count == sets.count,
        bytes.count <= 4
      else { return nil }
      if sets.isEmpty { sets = bytes.map { _ in ByteSet() } }
      for (index, byte) in bytes.enumerated() {
        guard case .bytes(let set) = byte, set.intersection(ByteSet(0...0x7F)).isEmpty else {
          return nil
        }
        sets[index] = sets[index].union(set)
      }
    }
    return sets.map { .init(set: $0, kind: .text) }
  }

  // MARK: Parts

  private mutating func joined(_ left: FoundTexts, _ right: FoundTexts) -> FoundTexts {
    if let exact = left.exact, let next = right.exact, let both = crossed(exact, next),
      both.allSatisfy({ $0.count <= Self.longestExact })
    {
      return FoundTexts(exact: both)
    }
    let beginnings = left.exact.flatMap { crossed($0, right.prefixes) } ?? left.prefixes
    let endings = right.exact.flatMap { crossed(left.suffixes, $0) } ?? right.suffixes
    var candidates = [left.inner, right.inner, left.suffixes, right.prefixes]
    candidates.append(crossed(left.suffixes, right.prefixes))
    return FoundTexts(
      exact: nil, prefixes: shortened(beginnings) { $0.prefix(Self.longestEnd) },
      suffixes: shortened(endings) { $0.suffix(Self.longestEnd) },
      inner: cheapest(candidates))
  }

  private mutating func either(_ parts: [FoundTexts]) -> FoundTexts {
    let exact = united(parts.map(\.exact))
    if let exact { return FoundTexts(exact: exact) }
    return FoundTexts(
      exact: nil, prefixes: unitedAndCut(parts.map(\.prefixes)) { $0.prefix($1) },
      suffixes: unitedAndCut(parts.map(\.suffixes)) { $0.suffix($1) },
      inner: united(parts.map { best($0) }))
  }

  /// The texts with which many alternatives begin, such as the common prefix of many words.
  private func beginnings(of parts: [BytePattern]) -> FoundTexts {
    guard parts.count <= Self.maximumCut, Self.haveFewFirsts(parts) else { return .nothing }
    let texts = parts.map(Self.beginning).distinct()
    var found = FoundTexts.nothing
    found.prefixes = unitedAndCut([texts]) { $0.prefix($1) }
    return found
  }

  /// The maximum number of different first elements of alternatives.
  ///
  /// Alternatives with more first elements are unlikely to have common prefixes.
  static let maximumFirsts = 8

  private static func haveFewFirsts(_ parts: [BytePattern]) -> Bool {
    var firsts: [BytePattern] = []
    for part in parts {
      let first = if case .sequence(let parts) = part { parts.first ?? .empty } else { part }
      if firsts.contains(first) { continue }
      firsts.append(first)
      if firsts.count > maximumFirsts { return false }
    }
    return true
  }

  /// The first byte sets of a pattern, at most `longestEnd`.
  private static func beginning(of pattern: BytePattern) -> Text {
    var text: Text = []
    _ = appendBytes(of: pattern, to: &text)
    return text
  }

  /// Appends the first byte sets of a pattern; returns whether the whole pattern was appended.
  private static func appendBytes(of pattern: BytePattern, to text: inout Text) -> Bool {
    if text.count == longestEnd { return false }
    switch pattern {
    case .bytes(let set):
      text.append(.init(set: set, kind: .text))
      return true
    case .sequence(let parts): return parts.allSatisfy { appendBytes(of: $0, to: &text) }
    default: return false
    }
  }

  /// The union of several lists of prefixes or suffixes, shortened if there are too many texts.
  ///
  /// `cut` shortens all texts to the greatest length for which the list is short enough. If there
  /// is no such length, the result has only the empty text.
  private func unitedAndCut(_ parts: [[Text]], _ cut: (Text, Int) -> Text.SubSequence) -> [Text] {
    if let all = united(parts) { return all }
    let all = parts.flatMap { $0 }
    guard all.count <= Self.maximumCut else { return [[]] }
    for length in [8, 6, 5, 4, 3] {
      let short = shortened(all) { cut($0, length) }
      if short.count <= Self.maximumTexts { return short }
    }
    return [[]]
  }

  /// The maximum number of texts that are cut to a common length.
  private static let maximumCut = 4_096

  private mutating func repeated(_ inner: FoundTexts, _ minimum: Int, _ maximum: Int?) -> FoundTexts
  {
    if let exact = inner.exact, let maximum, maximum <= Self.maximumCopies {
      var all: [Text]? = []
      var power: [Text]? = [[]]
      for count in 0...maximum {
        if count >= minimum { all = united([all, power]) }
        power = power.flatMap { crossed($0, exact) }
      }
      if let all { return FoundTexts(exact: all) }
    }
    if minimum == 0 { return .nothing }
    var some = FoundTexts(exact: [[]])
    for _ in 0..<min(minimum, Self.maximumCopies) { some = joined(some, inner) }
    if let exact = some.exact { some.inner = cheapest([exact]) }
    some.exact = nil
    some.prefixes = shortened(some.prefixes) { $0.prefix(Self.longestEnd) }
    some.suffixes = shortened(some.suffixes) { $0.suffix(Self.longestEnd) }
    return some
  }

  // MARK: Sets of texts

  /// All concatenations of a text of `left` and a text of `right`.
  ///
  /// Returns `nil` if there are too many concatenations.
  private func crossed(_ left: [Text], _ right: [Text]) -> [Text]? {
    let closed = left.count { Self.isClosed($0) }
    guard closed + (left.count - closed) * right.count <= Self.maximumTexts else { return nil }
    return left.flatMap { first in
      Self.isClosed(first) ? [first] : right.map { first + $0 }
    }.distinct()
  }

  /// The union of several lists of texts.
  ///
  /// Returns `nil` if the union has too many texts, or if one of the lists is `nil`.
  private func united(_ parts: [[Text]?]) -> [Text]? {
    var all: [Text] = []
    for part in parts {
      guard let part else { return nil }
      all += part
      if all.count > Self.maximumUnited { return nil }
    }
    all = all.distinct()
    return all.count <= Self.maximumTexts ? all : nil
  }

  /// Whether nothing can be appended to a text, because it ends inside a scalar.
  static func isClosed(_ text: Text) -> Bool { text.last?.kind == .beginning }

  private func shortened(_ texts: [Text], _ cut: (Text) -> Text.SubSequence) -> [Text] {
    texts.map { Array(cut($0)) }.distinct()
  }

  // MARK: Cost

  /// The list of texts that is cheapest to search for.
  ///
  /// Every match of the part contains at least one of the texts.
  mutating func best(_ found: FoundTexts) -> [Text]? {
    if let exact = found.exact { return cheapest([exact]) }
    return cheapest([found.inner, found.prefixes, found.suffixes])
  }

  private mutating func cheapest(_ candidates: [[Text]?]) -> [Text]? {
    var best: (texts: [Text], cost: Double)?
    for case .some(let texts) in candidates where isUsable(texts) {
      let cost = cost(of: texts)
      if cost < best?.cost ?? .infinity { best = (texts, cost) }
    }
    return best?.texts
  }

  /// Whether a finder can search for the texts.
  ///
  /// Each text must have an element that is not a separator. The last element of a text must not be
  /// the separator before the match.
  private func isUsable(_ texts: [Text]) -> Bool {
    !texts.isEmpty
      && texts.allSatisfy {
        $0.last?.kind != .before && $0.contains { $0.kind == .text || $0.kind == .beginning }
      }
  }

  /// The cost of searching for texts: the expected number of candidates for each searched byte.
  mutating func cost(of texts: [Text]) -> Double {
    share(of: texts) + (Self.isPlain(texts) ? 0 : Self.costOfSeveral)
  }

  /// The additional cost of searching for several texts instead of one.
  ///
  /// Checking a candidate takes about a thousand times as long as searching a byte. Short texts
  /// also occur more often than the frequencies of their bytes suggest.
  private static let costOfSeveral = 1e-5

  /// Whether there is only one text, and it is a literal or a literal that ignores ASCII case.
  private static func isPlain(_ texts: [Text]) -> Bool {
    guard texts.count == 1 else { return false }
    return texts[0].allSatisfy { $0.set.count == 1 } || texts[0].allSatisfy { $0.set.isCaseless }
  }

  mutating func share(of texts: [Text]) -> Double {
    // Each string adds a little time to the search, even if the string does not occur.
    texts.reduce(0) { sum, text in sum + share(of: text) + 1e-9 }
  }

  private mutating func share(of text: Text) -> Double {
    var product = 1.0
    var last: ByteSet?
    for element in text {
      let share = share(of: element.set)
      let dependent = last.flatMap { pairs?.share(of: element.set, after: $0, share: share) }
      product *= dependent ?? share
      last = element.set
    }
    return product
  }

  /// The fraction of the sample's bytes that are members of the set.
  private func share(of set: ByteSet) -> Double {
    Double(set.count(in: histogram) + 1) / Double(total + 1)
  }
}
