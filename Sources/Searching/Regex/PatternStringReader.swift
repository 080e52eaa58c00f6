internal import Basics
internal import UnicodeText

/// What is known about all matches of a part of a pattern.
struct FoundTexts {
  typealias Text = PatternStrings.Text

  /// All texts that may match, if they are few.
  var exact: [Text]?
  /// The texts that a match may begin with.
  var prefixes: [Text]
  /// The texts that a match may end with.
  var suffixes: [Text]
  /// Texts of which each match contains at least one.
  var inner: [Text]?

  /// The texts of a part about which nothing is known.
  static let nothing = FoundTexts(exact: nil, prefixes: [[]], suffixes: [[]], inner: nil)

  init(exact: [Text]?, prefixes: [Text], suffixes: [Text], inner: [Text]?) {
    self.exact = exact
    self.prefixes = prefixes
    self.suffixes = suffixes
    self.inner = inner
  }

  init(exact: [Text]) { self.init(exact: exact, prefixes: exact, suffixes: exact, inner: nil) }
}

/// Collects strings from the leaves of a pattern upwards.
struct PatternStringReader {
  typealias Text = PatternStrings.Text

  private static let mostTexts = 64
  /// The maximum number of texts of alternatives, of which some may be equal.
  static let mostUnited = 256
  private static let longestExact = PatternStrings.longest / 2
  private static let longestEnd = 12
  /// The maximum number of parts of a sequence to read: one more takes up to 100 µs, and strings among these parts are
  /// good enough.
  private static let mostParts = 1_000
  /// How many parts of a long pattern to try as the start of a run.
  private static let mostStarts = 128
  /// The maximum number of repetitions to expand.
  private static let mostCopies = 8

  private let histogram: ByteHistogram
  private var shares: [ByteSet: Double] = [:]

  /// Whether to read alternative scalars of the same length as one text, with a set for each byte, that also matches
  /// other scalars.
  private let joinsScalars: Bool

  /// Whether the texts may match more than the pattern: a word boundary was ignored, or scalars were joined.
  private(set) var isLoose = false

  init(_ histogram: ByteHistogram, isLoose: Bool = false) {
    self.histogram = histogram
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
      for part in parts.prefix(Self.mostParts) { whole = joined(whole, found(in: part)) }
      return parts.count > Self.mostParts ? joined(whole, .nothing) : whole
    case .choice(let parts):
      if joinsScalars, let joined = joinedScalars(parts) {
        isLoose = true
        return FoundTexts(exact: [joined])
      }
      return parts.count > Self.mostUnited ? .nothing : either(parts.map { found(in: $0) })
    case .repeated(let inner, let least, let most):
      return repeated(found(in: inner), least, most)
    }
  }

  /// The best run of consecutive parts that together match only few texts, and those texts.
  mutating func pivot(of parts: [BytePattern]) -> (texts: [Text]?, range: Range<Int>) {
    let exact = parts.map { found(in: $0).exact }
    var best: (texts: [Text], range: Range<Int>, cost: Double)?
    for start in parts.indices.prefix(Self.mostStarts) {
      var run: [Text]? = [[]]
      for end in start..<parts.count {
        run = run.flatMap { run in exact[end].flatMap { crossed(run, $0) } }
        // A closed text ends inside a scalar, so the next part cannot follow it.
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

  /// The text of alternative non-ASCII scalars of the same length, with a set for each byte; `nil` for other parts.
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
      exact: nil, prefixes: united(parts.map(\.prefixes)) ?? [[]],
      suffixes: united(parts.map(\.suffixes)) ?? [[]], inner: united(parts.map { best($0) }))
  }

  private mutating func repeated(_ inner: FoundTexts, _ least: Int, _ most: Int?) -> FoundTexts {
    if let exact = inner.exact, let most, most <= Self.mostCopies {
      var all: [Text]? = []
      var power: [Text]? = [[]]
      for count in 0...most {
        if count >= least { all = united([all, power]) }
        power = power.flatMap { crossed($0, exact) }
      }
      if let all { return FoundTexts(exact: all) }
    }
    if least == 0 { return .nothing }
    var some = FoundTexts(exact: [[]])
    for _ in 0..<min(least, Self.mostCopies) { some = joined(some, inner) }
    if let exact = some.exact { some.inner = cheapest([exact]) }
    some.exact = nil
    some.prefixes = shortened(some.prefixes) { $0.prefix(Self.longestEnd) }
    some.suffixes = shortened(some.suffixes) { $0.suffix(Self.longestEnd) }
    return some
  }

  // MARK: Sets of texts

  /// Each text of `left` followed by each of `right`; `nil` if there are too many.
  private func crossed(_ left: [Text], _ right: [Text]) -> [Text]? {
    let closed = left.count { Self.isClosed($0) }
    guard closed + (left.count - closed) * right.count <= Self.mostTexts else { return nil }
    return left.flatMap { first in
      Self.isClosed(first) ? [first] : right.map { first + $0 }
    }.uniqued()
  }

  /// All texts together; `nil` if there are too many, or some are unknown.
  private func united(_ parts: [[Text]?]) -> [Text]? {
    var all: [Text] = []
    for part in parts {
      guard let part else { return nil }
      all += part
      if all.count > Self.mostUnited { return nil }
    }
    all = all.uniqued()
    return all.count <= Self.mostTexts ? all : nil
  }

  /// Whether nothing may be added to a text.
  static func isClosed(_ text: Text) -> Bool { text.last?.kind == .beginning }

  private func shortened(_ texts: [Text], _ cut: (Text) -> Text.SubSequence) -> [Text] {
    texts.map { Array(cut($0)) }.uniqued()
  }

  // MARK: Cost

  /// The cheapest texts to search for; every match of the part contains at least one of them.
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

  /// Whether each text ends in the unit that may match, and has a byte that not every unit has.
  private func isUsable(_ texts: [Text]) -> Bool {
    !texts.isEmpty
      && texts.allSatisfy {
        $0.last?.kind != .before && $0.contains { $0.kind == .text || $0.kind == .beginning }
      }
  }

  /// The cost of searching for texts, as the expected number of candidates to check for each byte.
  private mutating func cost(of texts: [Text]) -> Double {
    share(of: texts) + (Self.isPlain(texts) ? 0 : Self.costOfSeveral)
  }

  /// The additional cost of searching for several texts instead of one.
  ///
  /// Checking a place takes some thousand times as long as searching a byte, and short texts occur more often than
  /// their bytes suggest.
  private static let costOfSeveral = 1e-5

  /// Whether there is only one text, and it is fixed, or fixed except for its case.
  private static func isPlain(_ texts: [Text]) -> Bool {
    guard texts.count == 1 else { return false }
    return texts[0].allSatisfy { $0.set.count == 1 } || texts[0].allSatisfy { $0.set.isCaseless }
  }

  mutating func share(of texts: [Text]) -> Double {
    // Each string adds a little time even if it does not occur.
    texts.reduce(0) { sum, text in sum + text.reduce(1) { $0 * share(of: $1.set) } + 1e-9 }
  }

  private mutating func share(of set: ByteSet) -> Double {
    if let known = shares[set] { return known }
    let share = set.share(in: histogram)
    shares[set] = share
    return share
  }
}
