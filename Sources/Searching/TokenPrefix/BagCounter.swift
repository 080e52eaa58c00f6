internal import UnicodeText

/// Counts, record by record, the text tokens that begin with each query token.
///
/// The tokens of all fields except alias fields form one bag. The tokens of each representation (an
/// alternative name in an alias field) form a separate bag.
struct BagCounter {
  private let query: TokenPrefixQuery

  /// For each distinct query token, the number of text tokens that begin with it.
  ///
  /// The counts for the bag of the fields come first; the counts for the bag of the current
  /// representation follow.
  private var counts: [Int32]

  /// For each of the two bags, the number of distinct query tokens for which the bag has too few
  /// text tokens so far.
  private var missing: [Int]
  /// For each of the two bags, whether a full name (a run of text without whitespace) begins with
  /// the query.
  private var hasFullName = [false, false]

  /// The index of the current bag: 0 for the bag of the fields, 1 for the bag of a representation.
  private var bag = 0

  /// The number of the record's bags whose tokens match the query.
  private(set) var matchingBags = 0
  /// The number of the record's bags in which a full name begins with the query.
  private(set) var namedBags = 0

  init(_ query: TokenPrefixQuery) {
    self.query = query
    counts = [Int32](repeating: 0, count: 2 * query.distinct.count)
    missing = [query.distinct.count, query.distinct.count]
  }

  /// Whether the record matches; the value is valid only after all parts of the record have been
  /// read.
  var matches: Bool { matchingBags > 0 || namedBags > 0 }

  /// Whether the text tokens read so far are enough for the bag of the fields to match.
  var isFieldBagComplete: Bool { missing[0] == 0 }

  mutating func beginRecord() {
    matchingBags = 0
    namedBags = 0
    reset(0)
  }

  mutating func beginPart(isRepresentation: Bool) {
    bag = isRepresentation ? 1 : 0
    if isRepresentation { reset(1) }
  }

  mutating func endPart() {
    if bag == 1 { tally(1) }
  }

  mutating func endRecord() { tally(0) }

  private mutating func reset(_ bag: Int) {
    let size = query.distinct.count
    for index in bag * size..<(bag + 1) * size { counts[index] = 0 }
    missing[bag] = size
    hasFullName[bag] = false
  }

  private mutating func tally(_ bag: Int) {
    if missing[bag] == 0 { matchingBags += 1 }
    if hasFullName[bag] { namedBags += 1 }
  }

  /// Counts the text token in `range`, which must not be empty.
  @inline(__always) mutating func offer(_ range: Range<Int>, of text: Span<UInt8>) {
    for index in query.candidates(for: text[range.lowerBound])
    where Self.begins(range, of: text, with: query.distinct[index].bytes) {
      let place = bag * query.distinct.count + index
      counts[place] += 1
      if counts[place] == query.distinct[index].need { missing[bag] -= 1 }
    }
  }

  /// Tests the full name in `range`, which must be a non-empty run of text without whitespace.
  mutating func offerFullName(_ range: Range<Int>, of text: Span<UInt8>) {
    guard query.allowsFullName, let token = query.distinct.first else { return }
    if Self.begins(range, of: text, with: token.bytes) { hasFullName[bag] = true }
  }

  @inline(__always) private static func begins(
    _ range: Range<Int>, of text: Span<UInt8>, with prefix: [UInt8]
  ) -> Bool {
    guard prefix.count <= range.count else { return false }
    for offset in prefix.indices where text[range.lowerBound + offset] != prefix[offset] {
      return false
    }
    return true
  }
}
