internal import UnicodeText

/// Converts patterns to byte patterns.
struct BytePatternCompiler {
  let layout: TextLayout
  let classes: CharacterClasses

  /// Whether any byte pattern compiled so far matches more than its source pattern.
  private(set) var matchesMoreThanSource = false

  /// Whether any byte pattern compiled so far matches more than its source pattern even in ASCII
  /// text.
  ///
  /// ASCII text here means that the match and its neighbors consist only of separators and ASCII
  /// characters other than CR.
  private(set) var matchesMoreInASCII = false

  /// The byte patterns of sets, cached because creating the pattern of a large set takes about a
  /// millisecond.
  private var made: [(set: ScalarSet, pattern: BytePattern)] = []
  private var numbers = HashedNumbers()

  init(_ layout: TextLayout, _ classes: CharacterClasses) {
    self.layout = layout
    self.classes = classes
  }

  /// Returns a byte pattern that matches wherever `node` matches.
  ///
  /// `isFirst` tells whether the node is at the start of the whole pattern, and `isLast` whether it
  /// is at the end.
  mutating func pattern(
    of node: PatternNode, isFirst: Bool = true, isLast: Bool = true
  ) -> BytePattern {
    switch node {
    case .empty: return .empty
    case .scalars(let set):
      let hash = set.shortHash
      if let known = numbers.number(hash: hash, where: { made[Int($0)].set == set }) {
        return made[Int(known)].pattern
      }
      let pattern = pattern(of: set)
      numbers.add(UInt32(made.count), hash: hash)
      made.append((set, pattern))
      return pattern
    case .textStart: return start(isFirst, layout.separators)
    case .lineStart: return start(isFirst, layout.separators.union(ByteSet(0x0A)))
    case .textEnd: return end(isLast, layout.separators)
    case .lineEnd: return end(isLast, layout.separators.union(ByteSet(0x0A)))
    case .wordBoundary(let isNegated): return .wordBoundary(isNegated: isNegated)
    case .sequence(let parts):
      let last = parts.count - 1
      var made = parts.enumerated().map { index, part in
        pattern(of: part, isFirst: isFirst && index == 0, isLast: isLast && index == last)
      }
      resolveBoundaries(&made, isFirst: isFirst, isLast: isLast)
      return .joined(made)
    case .choice(let parts):
      return .either(parts.map { pattern(of: $0, isFirst: isFirst, isLast: isLast) })
    case .repeated(.scalars(let set), let minimum, let maximum) where set.containsAllNonASCII:
      return repeatedAny(set, minimum, maximum)
    case .repeated(let inner, let minimum, let maximum):
      let isOnce = maximum == 1
      let made = pattern(of: inner, isFirst: isFirst && isOnce, isLast: isLast && isOnce)
      if made == .never { return minimum == 0 ? .empty : .never }
      return made == .empty ? .empty : .repeated(made, minimum: minimum, maximum: maximum)
    }
  }

  // MARK: Anchors

  private mutating func noteMoreInASCII() {
    matchesMoreThanSource = true
    matchesMoreInASCII = true
  }

  private mutating func start(_ isFirst: Bool, _ separators: ByteSet) -> BytePattern {
    if isFirst { return .before(separators) }
    noteMoreInASCII()
    return .empty
  }

  private mutating func end(_ isLast: Bool, _ separators: ByteSet) -> BytePattern {
    guard isLast else {
      noteMoreInASCII()
      return .empty
    }
    if layout != .lines { return .after(separators) }
    let end = BytePattern.after(separators)
    return .either([end, .sequence([.bytes(ByteSet(UInt8(ascii: "\r"))), end])])
  }

  /// Replaces a word boundary at the start or end of the pattern with the set of bytes that may be
  /// next to the match.
  private mutating func resolveBoundaries(_ parts: inout [BytePattern], isFirst: Bool, isLast: Bool)
  {
    parts.removeAll { $0 == .empty }
    if classes == .unicode,
      parts.contains(where: { if case .wordBoundary = $0 { true } else { false } })
    {
      matchesMoreThanSource = true
    }
    if isFirst, parts.count > 1, case .wordBoundary(let isNegated) = parts[0] {
      func beside(_ isWord: Bool) -> BytePattern { .before(self.beside(isWord, isNegated)) }
      if let isWord = BytePattern.joined(Array(parts.dropFirst())).isWord(classes, atStart: true) {
        parts[0] = beside(isWord)
      } else if let choices = parts[1].choicesByWord(classes, atStart: true) {
        parts[0...1] = [.choice(choices.map { .joined([beside($0.isWord), $0.pattern]) })]
      }
    }
    let last = parts.count - 1
    if isLast, parts.count > 1, case .wordBoundary(let isNegated) = parts[last] {
      func beside(_ isWord: Bool) -> BytePattern { .after(self.beside(isWord, isNegated)) }
      if let isWord = BytePattern.joined(Array(parts.dropLast())).isWord(classes, atStart: false) {
        parts[last] = beside(isWord)
      } else if let choices = parts[last - 1].choicesByWord(classes, atStart: false) {
        parts[last - 1...last] = [
          .choice(choices.map { .joined([$0.pattern, beside($0.isWord)]) })
        ]
      }
    }
  }

  /// The bytes that `\b` allows directly outside a match; if `isNegated` is true, those that `\B`
  /// allows.
  ///
  /// `isWord` tells whether the adjacent byte inside the match is a word byte.
  private func beside(_ isWord: Bool, _ isNegated: Bool) -> ByteSet {
    let bytes = isWord == isNegated ? ByteSet.word : ByteSet.word.complement
    // The bytes of non-ASCII word characters also occur in other characters, so allow all bytes of
    // non-ASCII characters.
    return classes == .ascii ? bytes : bytes.union(Self.nonASCII)
  }

  /// All non-ASCII bytes except the separators of records.
  private static let nonASCII = ByteSet(0x80...0xFD)

  // MARK: Scalars

  /// A pattern for `bytes` except the line end, because no line contains the line end.
  ///
  /// A CR may be part of a line end, so a byte pattern that contains a CR may match more than its
  /// source.
  private mutating func inText(_ bytes: ByteSet) -> BytePattern {
    var bytes = bytes
    if layout == .lines {
      bytes.remove(layout.end)
      if bytes.contains(UInt8(ascii: "\r")) { matchesMoreThanSource = true }
    }
    return bytes.isEmpty ? .never : .bytes(bytes)
  }

  private static func ascii(of set: ScalarSet) -> ByteSet {
    var bytes = ByteSet()
    for range in set.ranges where range.lowerBound < 0x80 {
      for scalar in range.lowerBound...min(range.upperBound, 0x7F) { bytes.insert(UInt8(scalar)) }
    }
    return bytes
  }

  private static let tail = ByteSet(0x80...0xBF)

  /// The scalar that replaces ill-formed UTF-8 when a text is loaded; raw lines still contain the
  /// ill-formed bytes.
  private static let repair: UInt32 = 0xFFFD

  private mutating func pattern(of set: ScalarSet) -> BytePattern {
    let ascii = inText(Self.ascii(of: set))
    if layout == .lines, set.contains(Self.repair) {
      matchesMoreThanSource = true
      // Up to three ill-formed bytes become one U+FFFD. A set that contains all non-ASCII scalars
      // also matches scalars of four bytes.
      let maximum = set.containsAllNonASCII ? 4 : 3
      let raw = BytePattern.repeated(.bytes(ByteSet(0x80...0xFF)), minimum: 1, maximum: maximum)
      // An ill-formed sequence can begin with any non-ASCII byte.
      let first = ByteSet(0x80...0xFF)
      let whole =
        set.containsAllNonASCII ? raw : BytePattern.either([raw] + sequences(of: set).0)
      return .either([ascii, .beyondASCII(first: first, whole: whole)])
    }
    if set.containsAllNonASCII {
      let beyond = BytePattern.sequence([
        .bytes(ByteSet(0xC2...0xF4)), .repeated(.bytes(Self.tail), minimum: 1, maximum: 3),
      ])
      return .either([ascii, .beyondASCII(first: ByteSet(0xC2...0xF4), whole: beyond)])
    }
    let (sequences, firsts) = sequences(of: set)
    // If a class has ASCII members and many non-ASCII members, list the ASCII members separately:
    // most members that occur in texts are ASCII.
    if sequences.count > Self.fewSequences, ascii != .never {
      return .either([ascii, .beyondASCII(first: firsts, whole: .either(sequences))])
    }
    return .either([ascii] + sequences)
  }

  /// The maximum number of UTF-8 sequences to list for the non-ASCII members of a class that has
  /// ASCII members too.
  ///
  /// If a class needs more UTF-8 sequences, its non-ASCII members become one `beyondASCII` pattern.
  /// A string that contains a `beyondASCII` pattern ends after the first byte of that pattern.
  private static let fewSequences = 2

  /// The non-ASCII scalars of a set as alternative sequences of byte sets, and the bytes with which
  /// these sequences can begin.
  private mutating func sequences(of set: ScalarSet) -> ([BytePattern], first: ByteSet) {
    var sequences: [[ByteSet]] = []
    for range in set.ranges { UTF8Ranges.append(range, to: &sequences) }
    sequences = UTF8Ranges.merged(sequences)
    if sequences.count > 64 {
      matchesMoreThanSource = true
      sequences = UTF8Ranges.widened(sequences)
    }
    let first = sequences.reduce(ByteSet()) { $0.union($1[0]) }
    return (sequences.map { .joined($0.map { .bytes($0) }) }, first)
  }

  /// Converts the repetition of a set that contains all non-ASCII scalars to a repetition of bytes.
  private mutating func repeatedAny(_ set: ScalarSet, _ minimum: Int, _ maximum: Int?)
    -> BytePattern
  {
    matchesMoreThanSource = true
    // The maximum allows four bytes for each scalar, so up to four times as many ASCII characters
    // can match.
    if maximum != nil { matchesMoreInASCII = true }
    let beyond = ByteSet(0x80...(layout == .lines ? 0xFF : 0xF4))
    guard case .bytes(let bytes) = inText(Self.ascii(of: set).union(beyond)) else {
      return .never
    }
    return .repeated(.bytes(bytes), minimum: minimum, maximum: maximum.map { $0 * 4 })
  }
}

/// Converts ranges of non-ASCII scalars to sequences of byte sets.
enum UTF8Ranges {
  /// Appends sequences that match the non-ASCII scalars in `range`, and perhaps surrogates.
  static func append(_ range: ScalarRange, to sequences: inout [[ByteSet]]) {
    for (length, first, last): (Int, UInt32, UInt32) in [
      (2, 0x80, 0x7FF), (3, 0x800, 0xFFFF), (4, 0x10000, 0x10FFFF),
    ] {
      let lower = max(range.lowerBound, first)
      let upper = min(range.upperBound, last)
      if lower <= upper { split(lower, upper, length, to: &sequences) }
    }
  }

  /// Splits a range of scalars with the same UTF-8 length, and appends a sequence for each
  /// subrange.
  ///
  /// Each sequence of byte sets matches exactly the scalars of its subrange.
  private static func split(
    _ lower: UInt32, _ upper: UInt32, _ length: Int, to sequences: inout [[ByteSet]]
  ) {
    var size: UInt32 = 64
    while size <= 1 << 18 {
      let mask = size - 1
      if lower & ~mask != upper & ~mask {
        if lower & mask != 0 {
          split(lower, lower | mask, length, to: &sequences)
          split((lower | mask) + 1, upper, length, to: &sequences)
          return
        }
        if upper & mask != mask {
          split(lower, (upper & ~mask) - 1, length, to: &sequences)
          split(upper & ~mask, upper, length, to: &sequences)
          return
        }
      }
      size <<= 6
    }
    let (low, high) = (bytes(of: lower, length), bytes(of: upper, length))
    sequences.append((0..<length).map { ByteSet(low[$0]...high[$0]) })
  }

  private static func bytes(of scalar: UInt32, _ length: Int) -> [UInt8] {
    var bytes = (1..<length).map { UInt8(0x80 | scalar >> (6 * UInt32(length - 1 - $0)) & 0x3F) }
    let mark: UInt32 = length == 2 ? 0xC0 : length == 3 ? 0xE0 : 0xF0
    bytes.insert(UInt8(mark | scalar >> (6 * UInt32(length - 1))), at: 0)
    return bytes
  }

  /// Merges sequences that differ only in their last byte set, then sequences that differ only in
  /// their first byte set.
  static func merged(_ sequences: [[ByteSet]]) -> [[ByteSet]] {
    func join(_ sequences: [[ByteSet]], at place: ([ByteSet]) -> Int) -> [[ByteSet]] {
      var result: [[ByteSet]] = []
      var numbers = HashedNumbers()
      for sequence in sequences {
        let byte = place(sequence)
        var hash = UInt64(sequence.count)
        for index in sequence.indices where index != byte {
          hash = (hash ^ sequence[index].hash) &* 0x9E37_79B9_7F4A_7C15
        }
        let known = numbers.number(hash: hash) { number in
          let other = result[Int(number)]
          return other.count == sequence.count
            && other.indices.allSatisfy { $0 == byte || other[$0] == sequence[$0] }
        }
        if let known {
          result[Int(known)][byte] = result[Int(known)][byte].union(sequence[byte])
        } else {
          numbers.add(UInt32(result.count), hash: hash)
          result.append(sequence)
        }
      }
      return result
    }
    return join(join(sequences) { $0.count - 1 }) { _ in 0 }
  }

  /// Reduces the number of sequences by allowing any continuation bytes after the first two bytes.
  ///
  /// The widened sequences may match more scalars than the original sequences.
  static func widened(_ sequences: [[ByteSet]]) -> [[ByteSet]] {
    merged(
      sequences.map { sequence in
        sequence.prefix(2) + Array(repeating: ByteSet(0x80...0xBF), count: sequence.count - 2)
      })
  }
}
