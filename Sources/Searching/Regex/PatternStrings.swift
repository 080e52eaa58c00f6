internal import Basics
internal import UnicodeText

/// Strings of byte sets, one of which is in every match of a byte pattern: what a scan looks for first.
struct PatternStrings: Hashable, Sendable {
  /// One byte of a string.
  struct Element: Hashable, Sendable {
    enum Kind { case text, before, after }

    let set: ByteSet
    let kind: Kind
  }

  typealias Text = [Element]

  /// No text has more elements.
  static let longest = 128

  let texts: [Text]

  /// How often one of them is likely to be found, a byte of text.
  let share: Double

  /// What has to stand right before one of them, and right behind it; `nil` if nothing has to, or nothing is known.
  let before: PatternProgram?
  let after: PatternProgram?

  /// Whether each unit matches that has one of them, and what has to stand around it.
  let isSufficient: Bool

  /// Whether some of them begin with the separator before a unit.
  var looksBehind: Bool { texts.contains { $0[0].kind == .before } }

  /// The best strings for a pattern; `nil` if it has none worth looking for.
  ///
  /// `isExact` says whether the byte pattern matches just what it was made of.
  init?(_ pattern: BytePattern, isExact: Bool, _ histogram: ByteHistogram) {
    var reader = StringReader(histogram)
    let found = reader.found(in: pattern)
    let best = reader.best(found)
    let parts = if case .sequence(let parts) = pattern { parts } else { [pattern] }
    let (pivot, range) = reader.pivot(of: parts)
    let shares = (best.map { reader.share(of: $0) }, pivot.map { reader.share(of: $0) })
    // What stands around a pivot can be checked, which makes up for longer strings.
    if let pivot, let share = shares.1, share <= (shares.0 ?? .infinity) * Self.worthOfChecks {
      let before = BytePattern.joined(Array(parts[..<range.lowerBound]))
      let after = BytePattern.joined(Array(parts[range.upperBound...]))
      let programs = (
        PatternProgram(before, isReversed: true), PatternProgram(after, isReversed: false)
      )
      texts = pivot
      self.share = share
      self.before = programs.0.flatMap { $0.matchesEmpty ? nil : $0 }
      self.after = programs.1.flatMap { $0.matchesEmpty ? nil : $0 }
      isSufficient =
        isExact && !reader.hasAssertion && programs.0?.hasAssertion == false
        && programs.1?.hasAssertion == false
    } else if let best, let share = shares.0 {
      texts = best
      self.share = share
      before = nil
      after = nil
      isSufficient = isExact && !reader.hasAssertion && best == found.exact
    } else {
      return nil
    }
    if share >= Self.largestShare { return nil }
  }

  /// Strings found more often than once in so many bytes are no help.
  private static let largestShare = 0.05

  /// So much more often strings may be found if what stands around them can be checked.
  private static let worthOfChecks = 64.0
}

extension PatternStrings: CustomStringConvertible {
  var description: String {
    let shown = texts.prefix(8).map { text in
      "\"\(text.map(Self.name).joined())\""
    }
    return shown.joined(separator: " ") + (texts.count > 8 ? " and \(texts.count - 8) more" : "")
  }

  private static func name(_ element: Element) -> String {
    switch element.kind {
    case .text: element.set.description
    // What stands beside a word, or only a separator.
    case .before: element.set.contains(0x20) ? "\\b" : "^"
    case .after: element.set.contains(0x20) ? "\\b" : "$"
    }
  }
}

/// What is known of all matches of a part of a pattern.
private struct Found {
  typealias Text = PatternStrings.Text

  /// All texts that may match, if they are few.
  var exact: [Text]?
  /// Each match begins with one of these, and ends with one of those.
  var prefixes: [Text]
  var suffixes: [Text]
  /// Each match has one of these in it.
  var inner: [Text]?

  /// Of a part that tells nothing.
  static let nothing = Found(exact: nil, prefixes: [[]], suffixes: [[]], inner: nil)

  init(exact: [Text]?, prefixes: [Text], suffixes: [Text], inner: [Text]?) {
    self.exact = exact
    self.prefixes = prefixes
    self.suffixes = suffixes
    self.inner = inner
  }

  init(exact: [Text]) { self.init(exact: exact, prefixes: exact, suffixes: exact, inner: nil) }
}

/// Gathers strings from the leaves of a pattern up.
private struct StringReader {
  typealias Text = PatternStrings.Text

  private static let mostTexts = 64
  private static let longestExact = PatternStrings.longest / 2
  private static let longestEnd = 12
  /// The parts of a long pattern at which a run may begin.
  private static let mostStarts = 128
  /// A repetition of up to so many is written out.
  private static let mostCopies = 8

  private let histogram: ByteHistogram
  private var shares: [ByteSet: Double] = [:]

  /// Whether an assertion was passed over.
  private(set) var hasAssertion = false

  init(_ histogram: ByteHistogram) { self.histogram = histogram }

  mutating func found(in pattern: BytePattern) -> Found {
    switch pattern {
    case .empty: return Found(exact: [[]])
    case .never: return Found(exact: [])
    case .bytes(let set): return Found(exact: [[.init(set: set, kind: .text)]])
    case .before(let set): return Found(exact: [[.init(set: set, kind: .before)]])
    case .after(let set): return Found(exact: [[.init(set: set, kind: .after)]])
    case .wordBoundary:
      hasAssertion = true
      return Found(exact: [[]])
    case .sequence(let parts):
      var whole = Found(exact: [[]])
      for part in parts { whole = joined(whole, found(in: part)) }
      return whole
    case .choice(let parts): return either(parts.map { found(in: $0) })
    case .repeated(let inner, let least, let most):
      return repeated(found(in: inner), least, most)
    }
  }

  /// The best of the runs of parts that match few texts, and those texts.
  mutating func pivot(of parts: [BytePattern]) -> (texts: [Text]?, range: Range<Int>) {
    let exact = parts.map { found(in: $0).exact }
    var best: (texts: [Text], range: Range<Int>, cost: Double)?
    for start in parts.indices.prefix(Self.mostStarts) {
      var run: [Text]? = [[]]
      for end in start..<parts.count {
        run = run.flatMap { run in exact[end].flatMap { crossed(run, $0) } }
        guard let texts = run, texts.allSatisfy({ $0.count <= Self.longestExact }) else { break }
        guard isUsable(texts) else { continue }
        let cost = cost(of: texts)
        if cost < best?.cost ?? .infinity { best = (texts, start..<end + 1, cost) }
      }
    }
    return (best?.texts, best?.range ?? 0..<0)
  }

  // MARK: Parts

  private mutating func joined(_ left: Found, _ right: Found) -> Found {
    if let exact = left.exact, let next = right.exact, let both = crossed(exact, next),
      both.allSatisfy({ $0.count <= Self.longestExact })
    {
      return Found(exact: both)
    }
    let beginnings = left.exact.flatMap { crossed($0, right.prefixes) } ?? left.prefixes
    let endings = right.exact.flatMap { crossed(left.suffixes, $0) } ?? right.suffixes
    var candidates = [left.inner, right.inner, left.suffixes, right.prefixes]
    candidates.append(crossed(left.suffixes, right.prefixes))
    return Found(
      exact: nil, prefixes: shortened(beginnings) { $0.prefix(Self.longestEnd) },
      suffixes: shortened(endings) { $0.suffix(Self.longestEnd) },
      inner: cheapest(candidates))
  }

  private mutating func either(_ parts: [Found]) -> Found {
    let exact = united(parts.map(\.exact))
    if let exact { return Found(exact: exact) }
    return Found(
      exact: nil, prefixes: united(parts.map(\.prefixes)) ?? [[]],
      suffixes: united(parts.map(\.suffixes)) ?? [[]], inner: united(parts.map { best($0) }))
  }

  private mutating func repeated(_ inner: Found, _ least: Int, _ most: Int?) -> Found {
    if let exact = inner.exact, let most, most <= Self.mostCopies {
      var all: [Text]? = []
      var power: [Text]? = [[]]
      for count in 0...most {
        if count >= least { all = united([all, power]) }
        power = power.flatMap { crossed($0, exact) }
      }
      if let all { return Found(exact: all) }
    }
    if least == 0 { return .nothing }
    var some = Found(exact: [[]])
    for _ in 0..<min(least, Self.mostCopies) { some = joined(some, inner) }
    if let exact = some.exact { some.inner = cheapest([exact]) }
    some.exact = nil
    some.prefixes = shortened(some.prefixes) { $0.prefix(Self.longestEnd) }
    some.suffixes = shortened(some.suffixes) { $0.suffix(Self.longestEnd) }
    return some
  }

  // MARK: Sets of texts

  /// Each of the one before each of the other; `nil` if those are too many.
  private func crossed(_ left: [Text], _ right: [Text]) -> [Text]? {
    guard left.count * right.count <= Self.mostTexts else { return nil }
    return left.flatMap { first in right.map { first + $0 } }.uniqued()
  }

  /// All of them together; `nil` if those are too many, or some are not known.
  private func united(_ parts: [[Text]?]) -> [Text]? {
    var all: [Text] = []
    for part in parts {
      guard let part else { return nil }
      all += part
      if all.count > Self.mostTexts * 4 { return nil }
    }
    all = all.uniqued()
    return all.count <= Self.mostTexts ? all : nil
  }

  private func shortened(_ texts: [Text], _ cut: (Text) -> Text.SubSequence) -> [Text] {
    texts.map { Array(cut($0)) }.uniqued()
  }

  // MARK: Cost

  /// The best that can be looked for to find all matches of a part.
  mutating func best(_ found: Found) -> [Text]? {
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

  /// Whether the last byte of each text is in the unit that may match, and not every unit has it.
  private func isUsable(_ texts: [Text]) -> Bool {
    !texts.isEmpty
      && texts.allSatisfy { $0.last?.kind != .before && $0.contains { $0.kind == .text } }
  }

  /// What looking for texts costs, as if it were the share of places to be looked at.
  private mutating func cost(of texts: [Text]) -> Double {
    share(of: texts) + (Self.isPlain(texts) ? 0 : Self.costOfSeveral)
  }

  /// One text is found in less time than several.
  ///
  /// A place that was found takes some thousand times what a byte does, and short texts are found more often than their
  /// bytes make likely.
  private static let costOfSeveral = 1e-5

  /// Whether there is one text only, of bytes that are fixed, perhaps but for the case of letters.
  private static func isPlain(_ texts: [Text]) -> Bool {
    guard texts.count == 1 else { return false }
    return texts[0].allSatisfy { $0.set.count == 1 } || texts[0].allSatisfy { $0.set.isCaseless }
  }

  mutating func share(of texts: [Text]) -> Double {
    // A string more takes a little time even where it is not found.
    texts.reduce(0) { sum, text in sum + text.reduce(1) { $0 * share(of: $1.set) } + 1e-9 }
  }

  private mutating func share(of set: ByteSet) -> Double {
    if let known = shares[set] { return known }
    let share = set.share(in: histogram)
    shares[set] = share
    return share
  }
}
