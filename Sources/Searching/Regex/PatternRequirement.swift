internal import UnicodeText

/// Computes the requirement of a regular expression: texts that every match contains.
///
/// The texts consist of ASCII characters. Even if the pattern is case-sensitive, the texts are
/// folded to ignore case and diacritics, like the text of an index. An index can therefore test the
/// whole requirement. A non-ASCII letter that folds to ASCII is replaced with its folding: the
/// Kelvin sign, U+212A, becomes `k`.
struct PatternRequirement {
  private static let folding = Folding(ignoresCase: true, ignoresDiacritics: true)

  /// The maximum number of alternative texts to list.
  private static let maximumTexts = 16
  /// The maximum number of texts in the requirement of a whole pattern.
  private static let maximumInAll = 64
  /// The maximum number of alternatives of a choice; a choice with more alternatives has no
  /// requirement.
  private static let maximumAlternatives = 64
  /// The maximum length of a text, in bytes.
  private static let longest = 48
  /// The maximum number of parts of an `all` requirement.
  private static let maximumParts = 8
  /// The minimum length of a text, in bytes; shorter texts are too common.
  private static let shortest = 2

  /// What is known about all matches of a part of the pattern.
  private struct Found {
    /// All folded texts that the part can match; nil if there are too many.
    var exact: [[UInt8]]?
    var requirement = Requirement.nothing
  }

  /// A cache of the foldings of non-ASCII scalars; `text` is `nil` if the folding is not ASCII.
  private var foldings: [(scalar: UInt32, text: [UInt8]?)] = []
  /// A hash table from scalars to their indices in `foldings`.
  private var numbers = HashedNumbers()

  static func of(_ node: PatternNode) -> Requirement {
    var reader = PatternRequirement()
    let found = reader.found(in: node)
    let requirement = found.exact.map(requirement(of:)) ?? found.requirement
    return requirement.textCount <= maximumInAll ? requirement : .nothing
  }

  private mutating func found(in node: PatternNode) -> Found {
    switch node {
    case .empty, .textStart, .textEnd, .lineStart, .lineEnd, .wordBoundary:
      return Found(exact: [[]])
    case .scalars(let set): return Found(exact: texts(of: set))
    case .sequence(let parts): return joined(parts.map { found(in: $0) })
    case .choice(let parts):
      if parts.count > Self.maximumAlternatives { return Found(exact: nil) }
      return either(parts.map { found(in: $0) })
    case .repeated(let inner, let minimum, let maximum):
      let part = found(in: inner)
      if minimum == 1, maximum == 1 { return part }
      if minimum == 0 {
        guard maximum == 1, let exact = part.exact, exact.count < Self.maximumTexts else {
          return Found(exact: nil)
        }
        return Found(exact: Self.distinct(exact + [[]]))
      }
      if minimum <= 4, maximum == minimum { return joined(Array(repeating: part, count: minimum)) }
      return Found(
        exact: nil, requirement: part.exact.map(Self.requirement(of:)) ?? part.requirement)
    }
  }

  /// The requirement of a sequence of parts.
  ///
  /// If all texts of consecutive parts are known, their concatenations are required. For any other
  /// part, the part's own requirement is used.
  private func joined(_ parts: [Found]) -> Found {
    var run: [[UInt8]] = [[]]
    var requirements: [Requirement] = []
    var isWhole = true
    for found in parts {
      if let exact = found.exact, let longer = Self.crossed(run, exact) {
        run = longer
        continue
      }
      isWhole = false
      requirements.append(Self.requirement(of: run))
      run = found.exact ?? [[]]
      requirements.append(found.requirement)
    }
    if isWhole { return Found(exact: run) }
    requirements.append(Self.requirement(of: run))
    return Found(exact: nil, requirement: Self.all(requirements))
  }

  private func either(_ parts: [Found]) -> Found {
    let exact = parts.reduce([[UInt8]]?.some([])) { all, part in
      guard let all, let exact = part.exact else { return nil }
      let both = Self.distinct(all + exact)
      return both.count <= Self.maximumTexts ? both : nil
    }
    if let exact { return Found(exact: exact) }
    let requirements = parts.map { $0.exact.map(Self.requirement(of:)) ?? $0.requirement }
    let isTooMuch = requirements.contains(.nothing) || requirements.count > Self.maximumTexts
    return Found(exact: nil, requirement: isTooMuch ? .nothing : .any(requirements))
  }

  // MARK: Texts

  /// The folded members of a set of scalars.
  ///
  /// Returns `nil` if there are too many members, or if some of them do not fold to ASCII.
  private mutating func texts(of set: ScalarSet) -> [[UInt8]]? {
    guard let members = set.members(upTo: 8) else { return nil }
    var texts: [[UInt8]] = []
    for member in members {
      guard let text = folded(member) else { return nil }
      texts.append(text)
    }
    texts = Self.distinct(texts)
    return texts.count <= 4 ? texts : nil
  }

  private mutating func folded(_ scalar: UInt32) -> [UInt8]? {
    if scalar < 0x80 {
      return [(0x41...0x5A).contains(scalar) ? UInt8(scalar) + 32 : UInt8(scalar)]
    }
    let known = numbers.number(hash: UInt64(scalar)) { foldings[Int($0)].scalar == scalar }
    if let known { return foldings[Int(known)].text }
    let text = Unicode.Scalar(scalar).map { Self.folding.fold(String(Character($0))) }
    // Do not use a non-ASCII folding, because it may combine with the characters around it.
    let ascii = text.flatMap { $0.allSatisfy { $0 < 0x80 } ? $0 : nil }
    numbers.add(UInt32(foldings.count), hash: UInt64(scalar))
    foldings.append((scalar, ascii))
    return ascii
  }

  private static func crossed(_ left: [[UInt8]], _ right: [[UInt8]]) -> [[UInt8]]? {
    guard left.count * right.count <= maximumTexts else { return nil }
    let all = distinct(left.flatMap { first in right.map { first + $0 } })
    return all.allSatisfy { $0.count <= longest } ? all : nil
  }

  /// The texts without duplicates, in the order of their first occurrences.
  ///
  /// The lists are short, so this takes less time than creating the first `Set` of a type; see
  /// `HashedNumbers`.
  ///
  /// - Complexity: O(*n*²), where *n* is the number of texts.
  private static func distinct(_ texts: [[UInt8]]) -> [[UInt8]] {
    if texts.count < 2 { return texts }
    var distinct: [[UInt8]] = []
    for text in texts where !distinct.contains(text) { distinct.append(text) }
    return distinct
  }

  // MARK: Requirements

  private static func requirement(of texts: [[UInt8]]) -> Requirement {
    guard !texts.isEmpty, texts.allSatisfy({ $0.count >= shortest }) else { return .nothing }
    // Drop each text that contains another text of the list, because the shorter text also occurs
    // wherever the longer text occurs.
    let minimal = texts.filter { text in
      !texts.contains { $0.count < text.count && $0.occurs(in: text) }
    }
    return minimal.count == 1 ? .substring(minimal[0]) : .any(minimal.map { .substring($0) })
  }

  private static func all(_ requirements: [Requirement]) -> Requirement {
    var parts: [Requirement] = []
    for part in requirements where part != .nothing && !parts.contains(part) {
      if case .all(let inner) = part { parts += inner } else { parts.append(part) }
    }
    parts = Array(parts.prefix(maximumParts))
    return parts.isEmpty ? .nothing : parts.count == 1 ? parts[0] : .all(parts)
  }
}

extension Requirement {
  fileprivate var textCount: Int {
    switch self {
    case .nothing: 0
    case .substring, .tokenPrefix: 1
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.textCount }
    }
  }
}

extension [UInt8] {
  fileprivate func occurs(in text: [UInt8]) -> Bool {
    guard count <= text.count else { return false }
    return (0...text.count - count).contains { text[$0...].starts(with: self) }
  }
}
