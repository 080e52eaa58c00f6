/// A position automaton for the part of a byte pattern before or after a string.
///
/// The automaton has one position for each occurrence of a byte set in the pattern.
struct PatternProgram: Hashable, Sendable {
  /// The maximum number of positions; the kernel stores one bit for each position in a 64-bit word.
  static let maximumPlaces = 64

  private(set) var sets: [ByteSet] = []
  /// For each position, the positions that can come next.
  private(set) var next: [UInt64] = []
  /// The positions that can come first in a match.
  private(set) var first: UInt64 = 0
  /// The positions that can come last in a match.
  private(set) var last: UInt64 = 0

  /// Whether the automaton may match more than the pattern.
  ///
  /// The automaton ignores word boundaries. If it would need too many positions, it also ignores
  /// the continuation bytes of non-ASCII scalars.
  private(set) var isLoose = false

  /// Whether the automaton matches the same ASCII texts as the pattern.
  private(set) var isExactInASCII = true

  /// Whether the automaton matches the empty text.
  private(set) var matchesEmpty = false

  /// Creates an automaton; `nil` if the pattern needs too many positions.
  init?(_ pattern: BytePattern, isReversed: Bool) {
    var maker = Maker(isReversed: isReversed)
    var added = maker.add(pattern)
    if added == nil {
      maker = Maker(isReversed: isReversed, isLoose: true)
      added = maker.add(pattern)
    }
    guard let ends = added else { return nil }
    sets = maker.sets
    next = maker.next
    first = ends.first
    last = ends.last
    matchesEmpty = ends.canBeEmpty
    isLoose = maker.isLoose || maker.hasAssertion
    isExactInASCII = !maker.hasAssertion
  }

  /// For each byte value, the positions whose byte sets contain it.
  var classes: [UInt64] {
    (UInt8.min...UInt8.max).map { byte in
      sets.indices.reduce(0) { sets[$1].contains(byte) ? $0 | 1 << UInt64($1) : $0 }
    }
  }

  /// The positions at which a match of a part of the pattern can begin and end.
  private struct Ends {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var canBeEmpty = true

    static let empty = Ends()
  }

  private struct Maker {
    let isReversed: Bool
    /// Whether to ignore the continuation bytes of non-ASCII scalars.
    var isLoose = false
    var sets: [ByteSet] = []
    var next: [UInt64] = []
    var hasAssertion = false

    mutating func add(_ pattern: BytePattern) -> Ends? {
      switch pattern {
      case .empty: return .empty
      case .never: return Ends(canBeEmpty: false)
      case .wordBoundary:
        hasAssertion = true
        return .empty
      case .bytes(let set), .before(let set), .after(let set):
        guard sets.count < PatternProgram.maximumPlaces else { return nil }
        let place: UInt64 = 1 << UInt64(sets.count)
        sets.append(set)
        next.append(0)
        return Ends(first: place, last: place, canBeEmpty: false)
      case .beyondASCII(let first, let whole):
        if !isLoose { return add(whole) }
        // In ill-formed text, any non-ASCII byte can follow the first byte of a scalar.
        let tail = BytePattern.repeated(.bytes(ByteSet(0x80...0xFF)), minimum: 0, maximum: nil)
        return add(.sequence([.bytes(first), tail]))
      case .sequence(let parts):
        var whole = Ends.empty
        for part in isReversed ? parts.reversed() : parts {
          guard let ends = add(part) else { return nil }
          whole = joined(whole, ends)
        }
        return whole
      case .choice(let parts):
        var whole = Ends(canBeEmpty: false)
        for part in parts {
          guard let ends = add(part) else { return nil }
          whole.first |= ends.first
          whole.last |= ends.last
          if ends.canBeEmpty { whole.canBeEmpty = true }
        }
        return whole
      case .repeated(let inner, let minimum, let maximum):
        return addRepeated(inner, minimum, maximum)
      }
    }

    private mutating func addRepeated(_ inner: BytePattern, _ minimum: Int, _ maximum: Int?)
      -> Ends?
    {
      guard max(minimum, maximum ?? 0) <= PatternProgram.maximumPlaces else { return nil }
      var whole = Ends.empty
      for copy in 0..<max(1, maximum ?? minimum) {
        guard var ends = add(inner) else { return nil }
        if maximum == nil, copy == max(1, minimum) - 1 { follow(ends.last, by: ends.first) }
        if copy >= minimum { ends.canBeEmpty = true }
        whole = joined(whole, ends)
      }
      return maximum == 0 ? .empty : whole
    }

    private mutating func joined(_ left: Ends, _ right: Ends) -> Ends {
      follow(left.last, by: right.first)
      return Ends(
        first: left.canBeEmpty ? left.first | right.first : left.first,
        last: right.canBeEmpty ? left.last | right.last : right.last,
        canBeEmpty: left.canBeEmpty && right.canBeEmpty)
    }

    private mutating func follow(_ places: UInt64, by others: UInt64) {
      for place in next.indices where places >> UInt64(place) & 1 == 1 { next[place] |= others }
    }
  }
}
