public import Corpora
internal import UnicodeText

/// A set of records, in corpus order.
///
/// A small set is a list with four bytes for each record; a large set is a bitmap with one bit for
/// each record of the corpus. The records of a set determine its representation, so two sets with
/// the same records are equal values.
public struct ResultSet: Hashable, Sendable {
  enum Storage: Hashable, Sendable {
    case list([UInt32])
    case bitmap(Bitmap)
  }

  /// The number of records in the corpus.
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

  /// Creates a set of records from a corpus of `universe` records.
  ///
  /// - Precondition: `records` are ascending, without duplicates, and less than `universe`.
  /// - Complexity: O(*n*).
  public init(_ records: some Sequence<RecordID>, of universe: Int) {
    var builder = Builder(universe: universe)
    for record in records { builder.append(Int(record.rawValue)) }
    self = builder.finish()
  }

  /// Creates a set of records from their numbers, in any order and without duplicates.
  ///
  /// - Precondition: The numbers are less than `universe`.
  /// - Complexity: O(*n*) if the numbers are ascending; otherwise, O(*n* log *n*).
  package init(numbers: [UInt32], of universe: Int) {
    var builder = Builder(universe: universe)
    builder.append(numbers.sorted().span, from: 0)
    self = builder.finish()
  }

  /// The memory of the set, in bytes.
  var memoryBytes: Int {
    switch storage {
    case .list(let list): list.count * MemoryLayout<UInt32>.stride
    case .bitmap(let bitmap): bitmap.words.count * MemoryLayout<UInt64>.stride * 9 / 8
    }
  }

  /// The set of all records of a corpus of `universe` records.
  ///
  /// - Complexity: O(*n*), where *n* is `universe`.
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

  /// The number of records of the set that come before `record`, which need not be a member.
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

  /// Whether a list of `count` records takes no more memory than a bitmap of the same corpus.
  static func suitsList(_ count: Int, of universe: Int) -> Bool {
    universe <= Int(UInt32.max) && count <= universe / 32
  }
}

extension ResultSet: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  /// The record at `position`; positions are in corpus order, from 0.
  ///
  /// - Complexity: O(1) for a small set, otherwise O(log *n*).
  public subscript(_ position: Int) -> RecordID {
    precondition(position >= 0 && position < count, "the set has no such place")
    switch storage {
    case .list(let list): return RecordID(UInt64(list[position]))
    case .bitmap(let bitmap): return RecordID(UInt64(bitmap.select(position)))
    }
  }

  public func makeIterator() -> Iterator { Iterator(storage) }

  /// An iterator over the records in ascending order.
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
  /// Builds a set from records in ascending order.
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

    /// Appends ascending records, whose numbers are relative to `first`.
    ///
    /// All these records must be greater than the records that were appended before.
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

    /// Appends the records of a bitmap whose first bit is record `start`.
    ///
    /// `start` must be a multiple of 64, and greater than all records that were appended before.
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
  /// Appends up to `limit` records in `range` to a list; returns the record to continue with.
  ///
  /// The records are appended as numbers relative to `first`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of appended records; for a bitmap, *n* is the
  ///   number of bits in `range` up to the last appended record.
  func append(
    _ range: Range<Int>, countedFrom first: Int, limit: Int,
    to records: inout GrowableBuffer<UInt32>
  ) -> Int {
    var remaining = limit
    switch storage {
    case .list(let list):
      var place = Self.firstIndex(in: list, notBelow: UInt32(range.lowerBound))
      while place < list.count, Int(list[place]) < range.upperBound {
        if remaining == 0 { return Int(list[place]) }
        records.append(UInt32(Int(list[place]) - first))
        place += 1
        remaining -= 1
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
          if remaining == 0 { return record }
          records.append(UInt32(record - first))
          word &= word - 1
          remaining -= 1
        }
        start = base + 64
      }
    }
    return range.upperBound
  }

  /// The first `count` records of the set.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records in the result.
  public func first(_ count: Int) -> ResultSet {
    if count >= self.count { return self }
    return ResultSet(prefix(count), of: universe)
  }

  /// Joins the result sets of consecutive parts of a corpus into one set.
  struct Joiner: Sendable {
    private var builder: Builder

    init(universe: Int) { builder = Builder(universe: universe) }

    var count: Int { builder.count }

    /// Appends the records of a part of the corpus that begins at record `start`.
    ///
    /// The records must be greater than all records that were appended before.
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
