internal import UnicodeText

/// The classes of scalars that a pattern distinguishes.
///
/// Two scalars are in the same class if every set of the pattern contains both or neither of them.
struct PatternAlphabet {
  /// The scalars from `starts[k]` up to `starts[k + 1] - 1` are in class `classes[k]`; `starts[0]`
  /// is 0.
  private(set) var starts: [UInt32] = []
  private(set) var classes: [UInt32] = []
  /// The number of classes.
  private(set) var count = 0

  /// For each set, the classes of the scalars in the set, ascending.
  private(set) var members: [[UInt32]]
  /// The distinct sets.
  private var sets: [ScalarSet] = []
  private var numbers = HashedNumbers()

  /// The surrogates, which occur in no text.
  ///
  /// The surrogates share the class of the scalars before them, so that they need no class of their
  /// own.
  private static let surrogates = ScalarRange(0xD800, 0xDFFF)

  /// Creates the alphabet of the given sets; the newline has a class of its own.
  ///
  /// - Complexity: O(*n* log *n* + *m*), where *n* is the number of ranges, and *m* is the number
  ///   of pairs of a range and a set that overlap.
  init(_ given: [ScalarSet]) {
    // The high half of a change is a scalar. The low half is the number of a set in which a range
    // begins at this scalar or ends directly before this scalar.
    var changes: [UInt64] = []
    func add(_ set: ScalarSet, to sets: inout [ScalarSet], _ numbers: inout HashedNumbers) {
      let hash = set.shortHash
      if numbers.number(hash: hash, where: { sets[Int($0)] == set }) != nil { return }
      let number = UInt32(sets.count)
      numbers.add(number, hash: hash)
      sets.append(set)
      for range in set.ranges {
        changes.append(UInt64(Self.moved(range.lowerBound)) << 32 | UInt64(number))
        changes.append(UInt64(Self.moved(range.upperBound + 1)) << 32 | UInt64(number))
      }
    }
    add(ScalarSet(0x0A), to: &sets, &numbers)
    for set in given { add(set, to: &sets, &numbers) }
    members = Array(repeating: [], count: sets.count)
    changes.sort()
    // For each class, the sets that contain the scalars of the class.
    var containing: [[UInt32]] = []
    var known = HashedNumbers()
    var around: [UInt32] = []
    var index = 0
    var place: UInt32 = 0
    while place <= ScalarSet.last {
      while index < changes.count, changes[index] >> 32 == place {
        Self.toggle(UInt32(truncatingIfNeeded: changes[index]), in: &around)
        index += 1
      }
      let hash = around.reduce(0) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      let same = known.number(hash: hash) { containing[Int($0)] == around }
      let number = same ?? UInt32(containing.count)
      if same == nil {
        known.add(number, hash: hash)
        containing.append(around)
        for set in around { members[Int(set)].append(number) }
      }
      starts.append(place)
      classes.append(number)
      place = index < changes.count ? UInt32(changes[index] >> 32) : ScalarSet.last + 1
    }
    count = containing.count
  }

  private static func moved(_ place: UInt32) -> UInt32 {
    surrogates.contains(place) ? surrogates.upperBound + 1 : place
  }

  private static func toggle(_ set: UInt32, in sets: inout [UInt32]) {
    var (low, high) = (0, sets.count)
    while low < high {
      let middle = (low + high) / 2
      if sets[middle] < set { low = middle + 1 } else { high = middle }
    }
    if low < sets.count, sets[low] == set {
      sets.remove(at: low)
    } else {
      sets.insert(set, at: low)
    }
  }

  /// The number of distinct sets, including the set of the newline.
  var setCount: Int { members.count }

  /// The number of a set, which must be in the alphabet.
  func number(of set: ScalarSet) -> Int {
    guard let number = numbers.number(hash: set.shortHash, where: { sets[Int($0)] == set }) else {
      preconditionFailure("the set is not in the alphabet")
    }
    return Int(number)
  }

  /// The classes of the scalars in a set, ascending; the set must be in the alphabet.
  func classes(of set: ScalarSet) -> [UInt32] { members[number(of: set)] }
}
