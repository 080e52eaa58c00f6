internal import UnicodeText

/// A pattern over the bytes of consecutive texts.
///
/// A byte pattern matches wherever its source pattern matches, and perhaps elsewhere. An anchor at
/// the start or end of the pattern adds a separator to the match; otherwise, a match contains no
/// separator. The last byte of a match is therefore in the unit (record, value or line) that
/// matches, or is the separator that ends this unit.
indirect enum BytePattern: Equatable {
  case empty
  /// Matches nothing.
  case never
  case bytes(ByteSet)
  /// A non-ASCII scalar: `first` is the set of bytes that the scalar can begin with, and `whole`
  /// matches all its bytes.
  case beyondASCII(first: ByteSet, whole: BytePattern)
  /// A separator directly before the match, or the start of the whole text.
  case before(ByteSet)
  /// A separator directly after the match.
  case after(ByteSet)
  case wordBoundary(isNegated: Bool)
  case sequence([BytePattern])
  case choice([BytePattern])
  case repeated(BytePattern, minimum: Int, maximum: Int?)

  static func joined(_ parts: [BytePattern]) -> BytePattern {
    if parts.contains(.never) { return .never }
    let parts = parts.filter { $0 != .empty }
    return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
  }

  static func either(_ parts: [BytePattern]) -> BytePattern {
    let parts = parts.filter { $0 != .never }
    return parts.isEmpty ? .never : parts.count == 1 ? parts[0] : .choice(parts)
  }

  /// Whether the pattern matches only one text.
  var isLiteral: Bool {
    switch self {
    case .bytes(let set): set.count == 1
    case .sequence(let parts): parts.allSatisfy(\.isLiteral)
    default: false
    }
  }

  /// The pattern as a sequence of patterns.
  ///
  /// For a repetition, the sequence has up to `limit` copies of the repeated pattern, followed by a
  /// repetition for the remaining copies. For any other pattern, the sequence has only the pattern
  /// itself.
  func withFirstRepetitions(_ limit: Int) -> [BytePattern] {
    guard case .repeated(let inner, let minimum, let maximum) = self, minimum > 0, maximum ?? 2 > 1
    else {
      return [self]
    }
    let count = min(minimum, limit)
    let rest = maximum.map { $0 - count }
    let first = Array(repeating: inner, count: count)
    return rest == 0 ? first : first + [.repeated(inner, minimum: minimum - count, maximum: rest)]
  }

  /// Whether a match can be empty, apart from separators at its ends.
  var canBeEmpty: Bool {
    switch self {
    case .empty, .before, .after, .wordBoundary: true
    case .bytes, .beyondASCII, .never: false
    case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
    case .choice(let parts): parts.contains(where: \.canBeEmpty)
    case .repeated(let inner, let minimum, _): minimum == 0 || inner.canBeEmpty
    }
  }

  /// Whether the first byte (if `atStart` is true) or the last byte of every match is a word byte.
  ///
  /// Returns false if no match has a word byte at this end, and `nil` if only some matches have
  /// one. Also returns `nil` if a match can be empty, or if word characters can be non-ASCII and a
  /// match can have a non-ASCII byte at this end.
  func isWord(_ classes: CharacterClasses, atStart: Bool) -> Bool? {
    guard let set = edge(atStart: atStart), !canBeEmpty, !set.isEmpty else { return nil }
    if classes == .unicode, !set.intersection(ByteSet(0x80...0xFF)).isEmpty { return nil }
    let others = set.intersection(ByteSet.word)
    return others.isEmpty ? false : others == set ? true : nil
  }

  /// The alternatives of a choice, each with its value of `isWord(_:atStart:)`.
  ///
  /// Returns `nil` if the pattern is not a choice, or if the value is unknown for an alternative.
  func choicesByWord(
    _ classes: CharacterClasses, atStart: Bool
  ) -> [(pattern: BytePattern, isWord: Bool)]? {
    guard case .choice(let parts) = self else { return nil }
    let known = parts.compactMap { part in part.isWord(classes, atStart: atStart).map { (part, $0) }
    }
    return known.count == parts.count ? known : nil
  }

  /// The bytes that a non-empty match can begin with (if `atStart` is true) or end with.
  ///
  /// Returns `nil` if a separator can be among these bytes.
  private func edge(atStart: Bool) -> ByteSet? {
    switch self {
    case .empty, .never, .wordBoundary: return ByteSet()
    case .bytes(let set): return set
    case .beyondASCII(let first, let whole): return atStart ? first : whole.edge(atStart: false)
    case .before, .after: return nil
    case .sequence(let parts):
      var set = ByteSet()
      for part in atStart ? parts : parts.reversed() {
        guard let edge = part.edge(atStart: atStart) else { return nil }
        set = set.union(edge)
        if !part.canBeEmpty { break }
      }
      return set
    case .choice(let parts):
      return parts.reduce(ByteSet()) { set, part in
        set.flatMap { set in part.edge(atStart: atStart).map { set.union($0) } }
      }
    case .repeated(let inner, _, _): return inner.edge(atStart: atStart)
    }
  }
}

/// How consecutive texts are separated.
enum TextLayout: Hashable, Sendable {
  /// Stored records: one separator byte ends each cell, and another separator byte is between the
  /// values of alias fields.
  case records(hasValues: Bool)
  /// Lines of a file, ended by LF or CR LF.
  case lines

  /// The byte that ends each line, or each cell of a record.
  var end: UInt8 { self == .lines ? UInt8(ascii: "\n") : Separator.field }

  /// The bytes between two texts.
  var separators: ByteSet {
    self == .records(hasValues: true)
      ? ByteSet(Separator.value...Separator.field) : ByteSet(end)
  }
}
