internal import UnicodeText

/// A mutable set of records: an ascending list if the set is small, otherwise a bitmap.
enum RecordBits {
  case list([UInt32])
  case bits([UInt64])

  /// The maximum length of a list; sorting a longer list takes longer than one pass over a bitmap.
  private static func longestList(of universe: Int) -> Int { max(64, universe >> 11) }

  /// Creates the set of the records in a slice of postings.
  init(_ slice: PrefixPostings.Slice, of postings: PrefixPostings) {
    if slice.union == nil, slice.bitmaps.isEmpty,
      slice.lists.count <= Self.longestList(of: postings.universe)
    {
      self = .list(Self.ordered(postings.lists[slice.lists]))
    } else if let bits = postings.withBits(of: slice, { [UInt64](copying: $0) }) {
      self = .bits(bits)
    } else {
      var bits = Bitmap.words(for: postings.universe)
      var span = bits.mutableSpan
      postings.mark(slice, in: &span)
      self = .bits(bits)
    }
  }

  private static func ordered(_ records: [UInt32]) -> [UInt32] {
    var records = records
    records.sort()
    var kept = 0
    for record in records where kept == 0 || records[kept - 1] != record {
      records[kept] = record
      kept += 1
    }
    records.removeLast(records.count - kept)
    return records
  }

  /// Removes the records that are not in a slice of postings.
  mutating func formIntersection(
    _ slice: PrefixPostings.Slice, of postings: PrefixPostings
  ) {
    if case .list(let list) = self, list.isEmpty { return }
    if postings.withBits(of: slice, { formIntersection($0) }) == nil {
      formIntersection(RecordBits(slice, of: postings))
    }
  }

  /// Removes the records that are not in `other`.
  mutating func formIntersection(_ other: RecordBits) {
    switch (self, other) {
    case (_, .bits(let bits)): formIntersection(bits.span)
    case (.bits(let bits), .list(var list)):
      Kernels.keep(&list, in: bits.span)
      self = .list(list)
    case (.list(let a), .list(let b)):
      var kept: [UInt32] = []
      var next = 0
      for record in a {
        while next < b.count, b[next] < record { next += 1 }
        if next < b.count, b[next] == record { kept.append(record) }
      }
      self = .list(kept)
    }
  }

  private mutating func formIntersection(_ others: Span<UInt64>) {
    switch consume self {
    case .list(var list):
      Kernels.keep(&list, in: others)
      self = .list(list)
    case .bits(var bits):
      var span = bits.mutableSpan
      Kernels.formIntersection(&span, others)
      self = .bits(bits)
    }
  }

  /// Adds the records of `other`; `universe` is the number of records in the corpus.
  mutating func formUnion(_ other: RecordBits, of universe: Int) {
    var bits = takeBitmap(of: universe)
    switch other {
    case .list(let list):
      for record in list { bits[Int(record) >> 6] |= 1 << UInt64(record & 63) }
    case .bits(let others):
      var span = bits.mutableSpan
      Kernels.formUnion(&span, others.span)
    }
    self = .bits(bits)
  }

  private consuming func takeBitmap(of universe: Int) -> [UInt64] {
    switch consume self {
    case .bits(let bits): return bits
    case .list(let list):
      var bits = Bitmap.words(for: universe)
      for record in list { bits[Int(record) >> 6] |= 1 << UInt64(record & 63) }
      return bits
    }
  }

  /// Converts the records to a result set.
  consuming func resultSet(of universe: Int) -> ResultSet {
    switch consume self {
    case .list(let list):
      if ResultSet.suitsList(list.count, of: universe) {
        return ResultSet(universe: universe, storage: .list(list))
      }
      let bits = RecordBits.list(list).takeBitmap(of: universe)
      return ResultSet(universe: universe, storage: .bitmap(Bitmap(bits)))
    case .bits(let bits):
      let count = Kernels.count(bits.span)
      if ResultSet.suitsList(count, of: universe) {
        let list = Kernels.list(bits.span, count: count)
        return ResultSet(universe: universe, storage: .list(list))
      }
      return ResultSet(universe: universe, storage: .bitmap(Bitmap(bits)))
    }
  }
}
