internal import Corpora

extension ResultSet {
  /// The records that are in either set, in corpus order.
  ///
  /// - Precondition: both sets come from the same corpus.
  /// - Complexity: O(*m* + *n*), where *m* and *n* are the sizes of the sets.
  public func union(_ other: ResultSet) -> ResultSet { combined(with: other, keepsBoth: true, |) }

  /// The records that are in both sets, in corpus order.
  ///
  /// - Precondition: both sets come from the same corpus.
  /// - Complexity: O(*m* + *n*), where *m* and *n* are the sizes of the sets.
  public func intersection(_ other: ResultSet) -> ResultSet {
    combined(with: other, keepsBoth: false, &)
  }

  /// The records of this set that are not in `other`, in corpus order.
  ///
  /// - Precondition: both sets come from the same corpus.
  /// - Complexity: O(*m* + *n*), where *m* and *n* are the sizes of the sets.
  public func subtracting(_ other: ResultSet) -> ResultSet {
    combined(with: other, keepsBoth: false) { $0 & ~$1 }
  }

  /// The records of this set that are in any of the given runs, which must be ascending.
  ///
  /// - Complexity: O(*m* + *n*), where *m* is the number of runs, and *n* is the size of the set;
  ///   for a bitmap, *n* is the number of records of the corpus.
  package func intersection(_ runs: [Range<Int>]) -> ResultSet {
    switch storage {
    case .list(let list):
      var run = 0
      let kept = list.filter { record in
        while run < runs.count, runs[run].upperBound <= Int(record) { run += 1 }
        return run < runs.count && runs[run].lowerBound <= Int(record)
      }
      return ResultSet(universe: universe, storage: .list(kept))
    case .bitmap(let bitmap):
      var words = Bitmap.words(for: universe)
      for run in runs where !run.isEmpty {
        let (first, last) = (run.lowerBound >> 6, (run.upperBound - 1) >> 6)
        for index in first...last {
          var mask = ~UInt64(0)
          if index == first { mask &= ~0 << UInt64(run.lowerBound & 63) }
          if index == last { mask &= ~0 >> UInt64(63 - (run.upperBound - 1) & 63) }
          words[index] |= bitmap.words[index] & mask
        }
      }
      return ResultSet(words: words, of: universe)
    }
  }

  /// The records of the corpus that are not in this set.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records of the corpus.
  public func complement() -> ResultSet {
    var words = self.words.map { ~$0 }
    if universe % 64 != 0, let last = words.popLast() {
      words.append(last & (1 << UInt64(universe % 64) - 1))
    }
    return ResultSet(words: words, of: universe)
  }

  /// The set whose records are the set bits of `words`.
  init(words: [UInt64], of universe: Int) {
    let bitmap = Bitmap(words)
    guard Self.suitsList(bitmap.count, of: universe) else {
      self.init(universe: universe, storage: .bitmap(bitmap))
      return
    }
    var list: [UInt32] = []
    list.reserveCapacity(bitmap.count)
    var next = bitmap.first(from: 0)
    while let record = next {
      list.append(UInt32(record))
      next = bitmap.first(from: record + 1)
    }
    self.init(universe: universe, storage: .list(list))
  }

  private var words: [UInt64] {
    switch storage {
    case .bitmap(let bitmap): return bitmap.words
    case .list(let list):
      var words = Bitmap.words(for: universe)
      for record in list { words[Int(record) >> 6] |= 1 << UInt64(record & 63) }
      return words
    }
  }

  /// Combines two sets by applying `operation` to the words of their bitmaps.
  ///
  /// `keepsBoth` tells whether the result can contain records that are only in `other`. If
  /// `keepsBoth` is false and this set is a list, the function filters the list without a bitmap.
  private func combined(
    with other: ResultSet, keepsBoth: Bool, _ operation: (UInt64, UInt64) -> UInt64
  ) -> ResultSet {
    precondition(universe == other.universe, "the sets come from different corpora")
    if !keepsBoth, case .list(let list) = storage {
      // Each member's bit in this set is 1. Keep a member if `operation` returns 1 for this bit and
      // the member's bit in `other`.
      let kept = list.filter { record in
        let isInOther = other.contains(.init(UInt64(record)))
        return operation(1, isInOther ? 1 : 0) & 1 != 0
      }
      return ResultSet(universe: universe, storage: .list(kept))
    }
    let joined = zip(words, other.words).map(operation)
    return ResultSet(words: joined, of: universe)
  }

  /// Calls `body` with each run of consecutive records within `bounds`, until `body` returns
  /// `false`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records in the list; for a bitmap, *n* is the
  ///   number of bits in `bounds`.
  func forEachRun(in bounds: Range<Int>, _ body: (Range<Int>) -> Bool) {
    switch storage {
    case .list(let list):
      var index = Self.firstIndex(in: list, notBelow: UInt32(clamping: bounds.lowerBound))
      while index < list.count, Int(list[index]) < bounds.upperBound {
        let start = Int(list[index])
        var end = start + 1
        index += 1
        while index < list.count, Int(list[index]) == end, end < bounds.upperBound {
          end += 1
          index += 1
        }
        if !body(start..<end) { return }
      }
    case .bitmap(let bitmap):
      var at = bounds.lowerBound
      while let start = bitmap.first(from: at), start < bounds.upperBound {
        at = Swift.min(bitmap.firstGap(from: start), bounds.upperBound)
        if !body(start..<at) { return }
      }
    }
  }
}
