public import Corpora
internal import UnicodeText

/// The records that match, in corpus order.
///
/// Few records are kept as a list of four bytes each, many as one bit for each record of the corpus; which of the two
/// depends on nothing but the records, so equal sets are equal values.
public struct ResultSet: Hashable, Sendable {
  enum Storage: Hashable, Sendable {
    case list([UInt32])
    case bitmap(Bitmap)
  }

  /// The number of records of the corpus.
  package let universe: Int

  let storage: Storage

  /// The number of records in the set.
  public let count: Int

  init(universe: Int, storage: Storage) {
    self.universe = universe
    self.storage = storage
    switch storage {
    case .list(let list): count = list.count
    case .bitmap(let bitmap): count = bitmap.count
    }
  }

  /// Creates the set of some records of a corpus of `universe` records.
  ///
  /// - Precondition: `records` are ascending, without repeats, and of the corpus.
  /// - Complexity: O(*n*).
  public init(_ records: some Sequence<RecordID>, of universe: Int) {
    var builder = Builder(universe: universe)
    for record in records { builder.append(Int(record.rawValue)) }
    self = builder.finish()
  }

  /// The bytes that the set takes.
  var memoryBytes: Int {
    switch storage {
    case .list(let list): list.count * MemoryLayout<UInt32>.stride
    case .bitmap(let bitmap): bitmap.words.count * MemoryLayout<UInt64>.stride * 9 / 8
    }
  }

  /// The set of all records of a corpus of `universe` records.
  ///
  /// - Complexity: O(*n*), a bit each.
  public static func all(of universe: Int) -> ResultSet {
    ResultSet([], of: universe).complement()
  }

  /// Whether the record is in the set.
  ///
  /// - Complexity: O(log *n*).
  public func contains(_ record: RecordID) -> Bool {
    guard record.rawValue < UInt64(universe) else { return false }
    switch storage {
    case .list(let list):
      let value = UInt32(record.rawValue)
      let place = Self.firstIndex(in: list, notBelow: value)
      return place < list.count && list[place] == value
    case .bitmap(let bitmap): return bitmap.contains(Int(record.rawValue))
    }
  }

  /// How many records of the set come before `record`, which need not be one of them.
  ///
  /// - Complexity: O(log *n*).
  public func rank(of record: RecordID) -> Int {
    guard record.rawValue < UInt64(universe) else { return count }
    switch storage {
    case .list(let list): return Self.firstIndex(in: list, notBelow: UInt32(record.rawValue))
    case .bitmap(let bitmap): return bitmap.rank(of: Int(record.rawValue))
    }
  }

  static func firstIndex(in list: [UInt32], notBelow value: UInt32) -> Int {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a list takes no more room than a bitmap.
  static func suitsList(_ count: Int, of universe: Int) -> Bool {
    universe <= Int(UInt32.max) && count <= universe / 32
  }
}

extension ResultSet: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  /// The record at a place in the set.
  ///
  /// - Complexity: O(1) for few records, else O(log *n*).
  public subscript(_ position: Int) -> RecordID {
    precondition(position >= 0 && position < count, "the set has no such place")
    switch storage {
    case .list(let list): return RecordID(UInt64(list[position]))
    case .bitmap(let bitmap): return RecordID(UInt64(bitmap.select(position)))
    }
  }

  public func makeIterator() -> Iterator { Iterator(storage) }

  /// Walks the records in ascending order.
  public struct Iterator: IteratorProtocol, Sendable {
    private let storage: Storage
    private var position = 0

    init(_ storage: Storage) { self.storage = storage }

    public mutating func next() -> RecordID? {
      switch storage {
      case .list(let list):
        guard position < list.count else { return nil }
        position += 1
        return RecordID(UInt64(list[position - 1]))
      case .bitmap(let bitmap):
        guard let next = bitmap.first(from: position) else { return nil }
        position = next + 1
        return RecordID(UInt64(next))
      }
    }
  }
}

extension ResultSet {
  /// Collects records in ascending order.
  struct Builder: Sendable {
    let universe: Int
    private(set) var count = 0
    private var list: [UInt32] = []
    private var words: [UInt64]?

    init(universe: Int) {
      self.universe = universe
      if universe > Int(UInt32.max) { words = Bitmap.words(for: universe) }
    }

    mutating func append(_ record: Int) {
      precondition(record >= 0 && record < universe, "the record is not of this corpus")
      count += 1
      if words == nil {
        if ResultSet.suitsList(count, of: universe) {
          list.append(UInt32(record))
          return
        }
        startWords()
      }
      words?[record >> 6] |= 1 << UInt64(record & 63)
    }

    /// Adds records that are counted from `first`, ascending, behind all so far.
    mutating func append(_ records: Span<UInt32>, from first: Int) {
      var index = 0
      while index < records.count, words == nil {
        append(first + Int(records[index]))
        index += 1
      }
      guard index < records.count, var words = words.take() else { return }
      let added = first + Int(records[index])...first + Int(records[records.count - 1])
      precondition(
        added.lowerBound >= 0 && added.upperBound < universe, "the record is not of this corpus")
      count += records.count - index
      while index < records.count {
        let record = first + Int(records[index])
        words[record >> 6] |= 1 << UInt64(record & 63)
        index += 1
      }
      self.words = consume words
    }

    /// Adds the set bits of a part that begins at record `start`, a multiple of 64, behind all records so far.
    mutating func append(_ part: Bitmap, at start: Int) {
      precondition(start % 64 == 0 && start + part.words.count * 64 < universe + 64)
      if words == nil { startWords() }
      for (index, word) in part.words.enumerated() { words?[start >> 6 + index] |= word }
      count += part.count
    }

    private mutating func startWords() {
      var started = Bitmap.words(for: universe)
      for record in list { started[Int(record) >> 6] |= 1 << UInt64(record & 63) }
      list = []
      words = started
    }

    consuming func finish() -> ResultSet {
      guard let words else { return ResultSet(universe: universe, storage: .list(list)) }
      return ResultSet(words: words, of: universe)
    }
  }
}

extension ResultSet {
  /// Appends up to `limit` of the set's records in `range`, counted from `first`; from where on others may be.
  ///
  /// - Complexity: O(*n*) in the records appended, for many records a bit each of those in between.
  func append(
    _ range: Range<Int>, countedFrom first: Int, limit: Int,
    to records: inout GrowableBuffer<UInt32>
  ) -> Int {
    var room = limit
    switch storage {
    case .list(let list):
      var place = Self.firstIndex(in: list, notBelow: UInt32(range.lowerBound))
      while place < list.count, Int(list[place]) < range.upperBound {
        if room == 0 { return Int(list[place]) }
        records.append(UInt32(Int(list[place]) - first))
        place += 1
        room -= 1
      }
    case .bitmap(let bitmap):
      let words = bitmap.words.span
      var start = range.lowerBound
      while start < range.upperBound {
        let base = start & ~63
        var word = words[start >> 6] & ~0 << UInt64(start & 63)
        if range.upperBound - base < 64 { word &= 1 << UInt64(range.upperBound - base) - 1 }
        while word != 0 {
          let record = base + word.trailingZeroBitCount
          if room == 0 { return record }
          records.append(UInt32(record - first))
          word &= word - 1
          room -= 1
        }
        start = base + 64
      }
    }
    return range.upperBound
  }

  /// The first so many records of the set.
  ///
  /// - Complexity: O(*n*) in the records of the result.
  public func first(_ count: Int) -> ResultSet {
    if count >= self.count { return self }
    return ResultSet(prefix(count), of: universe)
  }

  /// Puts sets of parts of a corpus together.
  struct Joiner: Sendable {
    private var builder: Builder

    init(universe: Int) { builder = Builder(universe: universe) }

    var count: Int { builder.count }

    /// Adds the records of a part that begins at record `start`, behind all records so far.
    mutating func append(_ part: ResultSet, at start: Int) {
      if case .bitmap(let bitmap) = part.storage, start % 64 == 0 {
        builder.append(bitmap, at: start)
      } else {
        for record in part { builder.append(start + Int(record.rawValue)) }
      }
    }

    consuming func finish() -> ResultSet { builder.finish() }
  }
}
