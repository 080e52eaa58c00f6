internal import Basics
internal import UnicodeText

/// The strings to search for before a byte pattern is tested.
///
/// Every match of the pattern contains at least one of the strings. Each element of a string is a
/// byte set.
struct PatternStrings: Hashable, Sendable {
  /// An element of a string; each element matches one byte.
  struct Element: Hashable, Sendable {
    enum Kind: UInt64 {
      case text
      /// The first byte of a non-ASCII scalar; only the last element of a string has this kind.
      case beginning
      case before, after
    }

    let set: ByteSet
    let kind: Kind
  }

  typealias Text = [Element]

  /// The maximum number of elements in a text.
  static let longest = 128

  let texts: [Text]

  /// The expected number of occurrences of the strings for each byte of text.
  let share: Double

  /// The automaton for the text that must come directly before a string.
  ///
  /// The automaton is `nil` if any text is allowed, or if the required text is unknown.
  let before: PatternProgram?
  /// The automaton for the text that must come directly after a string.
  ///
  /// The automaton is `nil` if any text is allowed, or if the required text is unknown.
  let after: PatternProgram?

  /// Whether a unit of text, such as a line, is certain to match if it contains a string with the
  /// required text around it.
  let isSufficient: Bool

  /// Whether a unit of ASCII text is certain to match if it contains a string with the required
  /// text around it.
  ///
  /// ASCII text here means that the string and the required text consist only of separators and
  /// ASCII bytes other than CR.
  let isSufficientInASCII: Bool

  /// Whether some string begins with a separator, such as the LF before a line.
  var looksBehind: Bool { texts.contains { $0[0].kind == .before } }

  /// Chooses the best strings for a pattern; `nil` if all possible strings are too common.
  ///
  /// `isExact` tells whether the byte pattern and its source pattern match the same text.
  /// `isExactInASCII` tells whether the two patterns match the same ASCII text without CR.
  init?(
    _ pattern: BytePattern, isExact: Bool, isExactInASCII: Bool, _ sample: TextSample
  ) {
    let exactness = (isExact, isExactInASCII)
    // A literal has only one possible string, so the pairs of bytes need not be counted.
    let pairs = pattern.isLiteral || sample.bytes.isEmpty ? nil : BytePairCounts(of: sample)
    let exact = PatternStrings(pattern, exactness, PatternStringReader(sample.histogram, pairs))
    if let exact, exact.texts.count <= Self.manyTexts, exact.share < Self.commonShare {
      self = exact
      return
    }
    let loose = PatternStrings(
      pattern, exactness, PatternStringReader(sample.histogram, pairs, isLoose: true))
    guard let exact, let loose else {
      guard let either = exact ?? loose else { return nil }
      self = either
      return
    }
    let isBetter =
      exact.share < Self.commonShare
      ? loose.texts.count < exact.texts.count && loose.share < Self.commonShare
      : loose.share < exact.share / 2
    self = isBetter ? loose : exact
  }

  /// Whether a pattern is a choice with too many alternatives to derive strings from it.
  ///
  /// Strings are still derived if the alternatives begin with only a few different scalars, because
  /// these alternatives may have a common prefix.
  static func areTooMany(in node: PatternNode) -> Bool {
    guard case .choice(let parts) = node, parts.count > PatternStringReader.maximumUnited else {
      return false
    }
    var firsts: [PatternNode] = []
    for part in parts {
      let first = if case .sequence(let parts) = part { parts.first ?? .empty } else { part }
      if firsts.contains(first) { continue }
      firsts.append(first)
      if firsts.count > PatternStringReader.maximumFirsts { return true }
    }
    return false
  }

  /// The maximum number of texts that are used without comparing them with loose texts.
  ///
  /// In loose texts, alternative scalars are joined.
  private static let manyTexts = 16

  /// If the estimated `share` of the exact texts is at least this large, the search uses loose texts
  /// if they are cheaper.
  private static let commonShare = 1e-3

  private init?(
    _ pattern: BytePattern, _ isExact: (all: Bool, inASCII: Bool),
    _ reader: consuming PatternStringReader
  ) {
    var reader = reader
    let found = reader.found(in: pattern)
    let best = reader.best(found)
    let sequence = if case .sequence(let parts) = pattern { parts } else { [pattern] }
    let parts = sequence.flatMap { $0.withFirstRepetitions(Self.maximumRepetitions) }
    let (pivot, range) = reader.pivot(of: parts)
    let shares = (best.map { reader.share(of: $0) }, pivot.map { reader.share(of: $0) })
    let beginning = BytePattern.joined(Array(parts[..<range.lowerBound]))
    let rest = BytePattern.joined(Array(parts[min(range.upperBound, parts.count)...]))
    let programs =
      pivot == nil
      ? (nil, nil)
      : (PatternProgram(beginning, isReversed: true), PatternProgram(rest, isReversed: false))
    // Prefer the pivot if it is cheaper to search for than the best texts, or not more common. If
    // the text around the pivot can be checked, the pivot may be more common by up to the factor
    // `worthOfChecks`.
    let worth = programs.0 == nil || programs.1 == nil ? 1 : Self.worthOfChecks
    if let pivot, let share = shares.1,
      share <= (shares.0 ?? .infinity) * worth
        || reader.cost(of: pivot) <= best.map({ reader.cost(of: $0) }) ?? .infinity
    {
      texts = pivot
      self.share = share
      self.before = programs.0.flatMap { $0.matchesEmpty ? nil : $0 }
      self.after = programs.1.flatMap { $0.matchesEmpty ? nil : $0 }
      let isContextExact = programs.0?.isLoose == false && programs.1?.isLoose == false
      isSufficient = isExact.all && !reader.isLoose && isContextExact
      isSufficientInASCII =
        isExact.inASCII && !reader.isLoose && programs.0?.isExactInASCII == true
        && programs.1?.isExactInASCII == true
    } else if let best, let share = shares.0 {
      texts = best
      self.share = share
      before = nil
      after = nil
      let isWhole = !reader.isLoose && best == found.exact
      isSufficient =
        isExact.all && isWhole && !best.contains(where: PatternStringReader.isClosed)
      isSufficientInASCII = isExact.inASCII && isWhole
    } else {
      return nil
    }
    if share >= Self.largestShare { return nil }
  }

  /// Creates strings that never make a match certain.
  init(_ texts: [Text]) {
    self.texts = texts
    share = 0
    before = nil
    after = nil
    isSufficient = false
    isSufficientInASCII = false
  }

  /// The maximum number of repetitions of a part that are treated as separate parts.
  private static let maximumRepetitions = 4

  /// Strings with at least this `share` are too common to help.
  private static let largestShare = 0.05

  /// The maximum factor by which a string may be more common than other strings, if the text around
  /// it can be checked.
  private static let worthOfChecks = 64.0
}

extension [PatternStrings.Text] {
  /// The texts without duplicates, in the order of their first occurrences.
  ///
  /// - Complexity: O(*n*) on average, where *n* is the number of elements of all texts.
  func distinct() -> [PatternStrings.Text] {
    if count < 2 { return self }
    var numbers = HashedNumbers()
    var distinct: [PatternStrings.Text] = []
    for text in self {
      var hash: UInt64 = 0
      for element in text { hash = (hash ^ element.mixed) &* 0x9E37_79B9_7F4A_7C15 }
      if numbers.number(hash: hash, where: { distinct[Int($0)] == text }) != nil { continue }
      numbers.add(UInt32(distinct.count), hash: hash)
      distinct.append(text)
    }
    return distinct
  }
}

extension PatternStrings.Element {
  /// A number that depends on the set and the kind, for hashing.
  fileprivate var mixed: UInt64 {
    let sum = set.hash &+ kind.rawValue
    return sum ^ sum >> 32
  }
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
    case .text, .beginning: element.set.description
    // A separator set contains a space only if the set stands for a word boundary.
    case .before: element.set.contains(0x20) ? "\\b" : "^"
    case .after: element.set.contains(0x20) ? "\\b" : "$"
    }
  }
}
