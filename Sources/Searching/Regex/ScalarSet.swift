internal import UnicodeText

/// A set of Unicode scalars, stored as ascending ranges that are not adjacent.
struct ScalarSet: Equatable, Sendable {
  private(set) var ranges: [ScalarRange]

  static let last: UInt32 = 0x10FFFF

  init(_ scalar: UInt32) { ranges = [ScalarRange(scalar, scalar)] }

  /// Creates a set; adjacent ranges are joined.
  ///
  /// - Precondition: the ranges ascend and do not overlap.
  init(ascending: [ScalarRange]) {
    ranges = []
    for range in ascending { append(range) }
  }

  /// Creates a set of ranges; `bounds` has the first and the last scalar of each range.
  ///
  /// - Precondition: the bounds ascend, and their number is even.
  init(bounds: [UInt32]) {
    self.init(
      ascending: (0..<bounds.count / 2).map { ScalarRange(bounds[2 * $0], bounds[2 * $0 + 1]) })
  }

  /// Creates a set of ranges in any order, which may overlap.
  ///
  /// - Complexity: O(*n* log *n*) in the number of ranges.
  init(_ unordered: [ScalarRange]) {
    ranges = []
    for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range) }
  }

  /// A hash of the number of ranges and of the smallest and largest member.
  ///
  /// Different large sets usually differ in at least one of these numbers.
  var shortHash: UInt64 {
    let (first, last) = (ranges.first?.lowerBound ?? 0, ranges.last?.upperBound ?? 0)
    return UInt64(ranges.count) << 42 | UInt64(first) << 21 | UInt64(last)
  }

  private mutating func append(_ range: ScalarRange) {
    if let before = ranges.last, range.lowerBound <= before.upperBound + 1 {
      let end = max(before.upperBound, range.upperBound)
      ranges[ranges.count - 1] = ScalarRange(before.lowerBound, end)
    } else {
      ranges.append(range)
    }
  }

  /// All scalars except a newline.
  static let notNewline = ScalarSet(bounds: [0, 9, 11, last])
  static let all = ScalarSet(bounds: [0, last])

  /// Whether every non-ASCII scalar is a member.
  var containsAllNonASCII: Bool {
    ranges.last.map { $0.lowerBound <= 0x80 && $0.upperBound == Self.last } ?? false
  }

  /// - Complexity: O(log *n*) in the number of ranges.
  func contains(_ scalar: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= scalar
  }

  /// The only member; `nil` if there are none or several.
  var single: UInt32? {
    ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }

  /// The members of the set; `nil` if the set has more than `limit` members.
  func members(upTo limit: Int) -> [UInt32]? {
    guard ranges.reduce(0, { $0 + $1.count }) <= limit else { return nil }
    var members: [UInt32] = []
    for range in ranges {
      for scalar in range.lowerBound...range.upperBound { members.append(scalar) }
    }
    return members
  }

  /// The scalars that are not members.
  var inverted: ScalarSet {
    var others: [ScalarRange] = []
    var start: UInt32 = 0
    for range in ranges {
      if range.lowerBound > start { others.append(ScalarRange(start, range.lowerBound - 1)) }
      start = range.upperBound + 1
    }
    if start <= Self.last { others.append(ScalarRange(start, Self.last)) }
    return ScalarSet(ascending: others)
  }

  /// The members, and all scalars that differ from a member only in case.
  var addingOtherCases: ScalarSet {
    if let single { return Self.cases(of: single) }
    if ranges == Self.all.ranges { return self }
    var all = ranges
    for scalar in ScalarClass.cased where contains(scalar) {
      all += ScalarClass.otherCases(of: scalar).map { ScalarRange($0, $0) }
    }
    return ScalarSet(all)
  }

  /// A scalar and all scalars that simple case folding treats as equal to it.
  static func cases(of scalar: UInt32) -> ScalarSet {
    ScalarSet(([scalar] + ScalarClass.otherCases(of: scalar)).map { ScalarRange($0, $0) })
  }
}
