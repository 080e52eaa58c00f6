internal import Basics
internal import UnicodeText

/// Strings of byte sets, at least one of which is in every match of a byte pattern; a scan searches for them first.
struct PatternStrings: Hashable, Sendable {
  /// One byte of a string.
  struct Element: Hashable, Sendable {
    enum Kind {
      case text
      /// The first byte of a non-ASCII scalar, which ends a string.
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

  /// The expected number of occurrences for each byte of text.
  let share: Double

  /// The automaton for what must come right before a string; `nil` if nothing must, or it is unknown.
  let before: PatternProgram?
  /// The automaton for what must come right after a string; `nil` if nothing must, or it is unknown.
  let after: PatternProgram?

  /// Whether a unit of text, such as a line, certainly matches if it holds a string with the required context.
  let isSufficient: Bool

  /// Whether the first byte of some string may be the separator before a unit of text.
  var looksBehind: Bool { texts.contains { $0[0].kind == .before } }

  /// Chooses the best strings for a pattern; `nil` if none are worth searching for.
  ///
  /// `isExact` tells whether the byte pattern matches exactly what its source pattern matches.
  init?(_ pattern: BytePattern, isExact: Bool, _ histogram: ByteHistogram) {
    let exact = PatternStrings(pattern, isExact: isExact, PatternStringReader(histogram))
    if let exact, exact.texts.count <= Self.manyTexts, exact.share < Self.commonShare {
      self = exact
      return
    }
    let loose = PatternStrings(
      pattern, isExact: isExact, PatternStringReader(histogram, isLoose: true))
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

  /// Whether a pattern is a choice of so many parts that it has no strings.
  static func areTooMany(in node: PatternNode) -> Bool {
    if case .choice(let parts) = node {
      parts.count > PatternStringReader.mostUnited
    } else {
      false
    }
  }

  /// If there are more texts than this, or more common ones, texts that differ in single characters are joined.
  private static let manyTexts = 16
  private static let commonShare = 1e-3

  private init?(_ pattern: BytePattern, isExact: Bool, _ reader: consuming PatternStringReader) {
    var reader = reader
    let found = reader.found(in: pattern)
    let best = reader.best(found)
    let parts = if case .sequence(let parts) = pattern { parts } else { [pattern] }
    let (pivot, range) = reader.pivot(of: parts)
    let shares = (best.map { reader.share(of: $0) }, pivot.map { reader.share(of: $0) })
    let beginning = BytePattern.joined(Array(parts[..<range.lowerBound]))
    let rest = BytePattern.joined(Array(parts[min(range.upperBound, parts.count)...]))
    let programs =
      pivot == nil
      ? (nil, nil)
      : (PatternProgram(beginning, isReversed: true), PatternProgram(rest, isReversed: false))
    // If the text around a pivot can be checked, the pivot may be a more common string.
    let worth = programs.0 == nil || programs.1 == nil ? 1 : Self.worthOfChecks
    if let pivot, let share = shares.1, share <= (shares.0 ?? .infinity) * worth {
      texts = pivot
      self.share = share
      self.before = programs.0.flatMap { $0.matchesEmpty ? nil : $0 }
      self.after = programs.1.flatMap { $0.matchesEmpty ? nil : $0 }
      isSufficient =
        isExact && !reader.isLoose && programs.0?.isLoose == false && programs.1?.isLoose == false
    } else if let best, let share = shares.0 {
      texts = best
      self.share = share
      before = nil
      after = nil
      isSufficient =
        isExact && !reader.isLoose && best == found.exact
        && !best.contains(where: PatternStringReader.isClosed)
    } else {
      return nil
    }
    if share >= Self.largestShare { return nil }
  }

  /// Strings with at least this `share` are too common to help.
  private static let largestShare = 0.05

  /// How many times more common a string may be if its surroundings can be checked.
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
    case .text, .beginning: element.set.description
    // Only the set of a word boundary contains a space.
    case .before: element.set.contains(0x20) ? "\\b" : "^"
    case .after: element.set.contains(0x20) ? "\\b" : "$"
    }
  }
}
