internal import Synchronization

/// Looks up the scalars of a character class in RE2.
struct PatternClasses {
  private struct Key: Hashable {
    let text: [UInt8]
    let ignoresCase: Bool
  }

  /// The most classes with members beyond ASCII to look up for a pattern; each takes about a millisecond.
  private static let limit = 12

  /// The classes that any pattern looked up recently: while a pattern is typed, each keystroke looks up the same ones.
  private static let recent = Mutex<[Key: ScalarSet]>([:])
  private static let mostRecent = 64

  private var known: [Key: ScalarSet] = [:]
  private var asked = 0

  /// The members of a class, or of an escape for one; `nil` if they cannot be determined.
  ///
  /// The set may have more members than the class: above U+1FFFF, and, if the class has many ranges, anywhere beyond
  /// ASCII.
  mutating func members(of text: ArraySlice<UInt8>, ignoringCase: Bool) -> ScalarSet? {
    let key = Key(text: Array(text), ignoresCase: ignoringCase)
    if let set = known[key] { return set }
    let isWide = Self.mayNameNonASCII(key.text)
    if isWide, let set = Self.recent.withLock({ $0[key] }) { return set }
    if isWide { asked += 1 }
    guard asked <= Self.limit,
      let pattern = try? Pattern(
        "(?:" + String(decoding: text, as: UTF8.self) + ")+", ignoresCase: ignoringCase)
    else { return nil }
    let set: ScalarSet
    if isWide, let ranges = pattern.members(isWide: true) {
      set = Self.widened(ranges, of: key.text)
    } else {
      guard let ranges = pattern.members(isWide: false) else { return nil }
      set = isWide ? Self.addingAllNonASCII(ranges) : Self.generalized(ranges)
    }
    if set.ranges.isEmpty { return nil }
    known[key] = set
    if isWide {
      Self.recent.withLock { recent in
        if recent.count >= Self.mostRecent { recent.removeAll() }
        recent[key] = set
      }
    }
    return set
  }

  /// The scalar, and its other cases if case is ignored; `nil` if they cannot be determined.
  mutating func cases(of scalar: UInt32, ignoringCase: Bool) -> ScalarSet? {
    guard ignoringCase else { return ScalarSet(scalar) }
    switch scalar {
    // The Kelvin sign and the long s are the only letters beyond ASCII that are cases of ASCII letters.
    case 0x4B, 0x6B: return ScalarSet(ascending: [0x4B...0x4B, 0x6B...0x6B, 0x212A...0x212A])
    case 0x53, 0x73: return ScalarSet(ascending: [0x53...0x53, 0x73...0x73, 0x17F...0x17F])
    case 0x41...0x5A: return ScalarSet(ascending: [scalar...scalar, scalar + 32...scalar + 32])
    case 0x61...0x7A: return ScalarSet(ascending: [scalar - 32...scalar - 32, scalar...scalar])
    case 0..<0x80: return ScalarSet(scalar)
    case 0x20000...:
      var far = ScalarSet(ascending: [0x20000...ScalarSet.last])
      far.isExact = false
      return far
    default:
      let digits = String(scalar, radix: 16)
      let key = Array("\\x{\(digits)}".utf8)[...]
      guard let set = members(of: key, ignoringCase: true) else { return nil }
      // No scalar below U+20000 is a case of a higher one.
      var near = ScalarSet(
        ascending: set.ranges.compactMap {
          $0.lowerBound < 0x20000 ? $0.lowerBound...min($0.upperBound, 0x1FFFF) : nil
        })
      near.isExact = !set.containsAllNonASCII
      return near
    }
  }

  private static func mayNameNonASCII(_ text: [UInt8]) -> Bool {
    text.contains { $0 >= 0x80 } || hasEscapedScalars(text)
  }

  /// Whether the class may name single scalars above U+1FFFF.
  private static func mayNameFar(_ text: [UInt8]) -> Bool {
    text.contains { $0 >= 0xF0 } || hasEscapedScalars(text)
  }

  private static func hasEscapedScalars(_ text: [UInt8]) -> Bool {
    zip(text, text.dropFirst()).contains { first, second in
      first == UInt8(ascii: "\\")
        && (second == UInt8(ascii: "p") || second == UInt8(ascii: "P")
          || second == UInt8(ascii: "x") || (0x30...0x39).contains(second))
    }
  }

  /// Adds the scalars that were not tested: all if a class names them, has Unicode classes or is negated.
  private static func widened(_ ranges: [ClosedRange<UInt32>], of text: [UInt8]) -> ScalarSet {
    let isNegated = text.starts(with: Array("[^".utf8))
    if !hasEscapedScalars(text), !mayNameFar(text), !hasNegatedEscape(text) {
      // No scalar above U+1FFFF is named, so a class has all of them or none.
      let far = isNegated ? [0x20000...ScalarSet.last] : []
      return ScalarSet(ascending: ranges + far).bridgingSurrogates
    }
    var set = ScalarSet(ascending: ranges + [0x20000...ScalarSet.last]).bridgingSurrogates
    set.isExact = !mayNameFar(text) && set.containsAllNonASCII
    return set
  }

  /// Whether the class has an escape or a name for the scalars that another one lacks, such as `\W` and `[:^alpha:]`.
  private static func hasNegatedEscape(_ text: [UInt8]) -> Bool {
    zip(text, text.dropFirst()).contains { first, second in
      (first == UInt8(ascii: "\\") && (0x41...0x5A).contains(second))
        || (first == UInt8(ascii: ":") && second == UInt8(ascii: "^"))
    }
  }

  /// Adds all scalars beyond ASCII to a class with so many ranges that only its ASCII members were tested.
  private static func addingAllNonASCII(_ ranges: [ClosedRange<UInt32>]) -> ScalarSet {
    var set = ScalarSet(
      ascending: ranges.filter { $0.lowerBound < 0x80 } + [0x80...ScalarSet.last])
    set.isExact = false
    return set
  }

  /// Extends the result for a few scalars to all others.
  ///
  /// A class written in ASCII has all scalars beyond ASCII or none, except for the two that are cases of ASCII letters.
  /// U+00E9 represents the others.
  private static func generalized(_ ranges: [ClosedRange<UInt32>]) -> ScalarSet {
    var result = ranges.filter { $0.lowerBound < 0x80 }
    func has(_ scalar: UInt32) -> Bool { ranges.contains { $0.contains(scalar) } }
    let hasOthers = has(0xE9)
    var start: UInt32 = 0x80
    for special: UInt32 in [0x17F, 0x212A] {
      if hasOthers, start < special { result.append(start...special - 1) }
      if has(special) { result.append(special...special) }
      start = special + 1
    }
    if hasOthers { result.append(start...ScalarSet.last) }
    return ScalarSet(ascending: result)
  }
}

extension ScalarSet {
  /// Joins the ranges on both sides of the surrogates.
  fileprivate var bridgingSurrogates: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges {
      if let last = result.last, last.upperBound == 0xD7FF, range.lowerBound == 0xE000 {
        result[result.count - 1] = last.lowerBound...range.upperBound
      } else {
        result.append(range)
      }
    }
    return ScalarSet(ascending: result)
  }
}
