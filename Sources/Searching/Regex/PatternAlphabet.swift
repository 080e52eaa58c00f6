/// The classes of scalars that a pattern distinguishes.
///
/// Two scalars are in the same class if no set of the pattern contains only one of them.
struct PatternAlphabet {
  /// The scalars from `starts[k]` up to `starts[k + 1] - 1` are in class `classes[k]`; `starts[0]`
  /// is 0.
  private(set) var starts: [UInt32] = []
  private(set) var classes: [UInt32] = []
  /// The number of classes.
  private(set) var count = 0

  /// For each set, the classes that it consists of, ascending.
  private(set) var members: [[UInt32]]
  private var numbers: [ScalarSet: Int] = [:]

  /// The surrogates, which occur in no text.
  ///
  /// They are put in the class of the scalars before them, so that they need no class of their own.
  private static let surrogates: ClosedRange<UInt32> = 0xD800...0xDFFF

  /// Creates an alphabet in which two scalars share a class if the same sets contain both.
  ///
  /// The newline has a class of its own.
  ///
  /// - Complexity: O(*n* log *n* + *m*), where *n* is the number of ranges, and *m* is the number
  ///   of pairs of a range and a set that overlap.
  init(_ sets: some Sequence<ScalarSet>) {
    var distinct: [ScalarSet] = []
    var changes: [(place: UInt32, set: Int)] = []
    // A pattern of many words has the same few scalars many times.
    var scalars: Set<UInt32> = []
    for set in [ScalarSet(0x0A)] + Array(sets) {
      let isNew = set.single.map { scalars.insert($0).inserted } ?? (numbers[set] == nil)
      if !isNew { continue }
      numbers[set] = distinct.count
      for range in set.ranges {
        changes.append((Self.moved(range.lowerBound), distinct.count))
        changes.append((Self.moved(range.upperBound + 1), distinct.count))
      }
      distinct.append(set)
    }
    members = Array(repeating: [], count: distinct.count)
    changes.sort { $0.place < $1.place }
    var known: [[Int]: UInt32] = [:]
    var around: [Int] = []
    var index = 0
    var place: UInt32 = 0
    while place <= ScalarSet.last {
      while index < changes.count, changes[index].place == place {
        Self.toggle(changes[index].set, in: &around)
        index += 1
      }
      let number = known[around] ?? UInt32(count)
      if number == count {
        known[around] = number
        for set in around { members[set].append(number) }
        count += 1
      }
      starts.append(place)
      classes.append(number)
      place = index < changes.count ? changes[index].place : ScalarSet.last + 1
    }
  }

  private static func moved(_ place: UInt32) -> UInt32 {
    surrogates.contains(place) ? surrogates.upperBound + 1 : place
  }

  private static func toggle(_ set: Int, in sets: inout [Int]) {
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

  /// The number of distinct sets, including the newline.
  var setCount: Int { members.count }

  /// The index of one of the sets.
  func number(of set: ScalarSet) -> Int {
    guard let number = numbers[set] else { preconditionFailure("the set is not in the alphabet") }
    return number
  }

  /// The classes of one of the sets, ascending.
  func classes(of set: ScalarSet) -> [UInt32] { members[number(of: set)] }
}
