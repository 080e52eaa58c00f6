internal import Corpora
package import Searching

extension AttachedSource: NumberedSource {
  package var numberedCount: Int? {
    // Row numbers have 32 bits.
    table.hasUniqueIDs ? recordCount.flatMap { $0 < UInt32.max ? $0 : nil } : nil
  }

  /// The maximum number of record numbers in one statement.
  private static var numbersAtOnce: Int { 4_096 }

  package func rows(
    of records: ResultSet, hitsOf query: CompiledQuery?, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    let everything = try CompiledQuery(checking: Query("", .substring))
    var batches: [RowBatch] = []
    var numbers: [UInt64] = []
    var iterator = records.makeIterator()
    while true {
      let next = iterator.next()
      if let next { numbers.append(next.rawValue) }
      guard numbers.count == Self.numbersAtOnce || next == nil, let first = numbers.first,
        let last = numbers.last
      else {
        if next == nil { break }
        continue
      }
      var rows = try rows(of: query ?? everything, cancellation)
      rows.condition = .isIn(table.id, numbers)
      rows.isExact = true
      var count = 0
      try answer(cancellation) { () throws(RemoteFailure) in
        try rows.read(first..<last + 1) { found, _ throws(RemoteFailure) in
          count += found.records.count
          batches.append(
            rows.judge.batch(
              of: found.records, in: found.corpus, numbers: found.numbers, showsHits: query != nil))
          return true
        }
      }
      guard count == numbers.count else { throw failure(.incomplete) }
      numbers = []
    }
    return RowBatch(joining: batches, fields: table.fields)
  }

  package func records(
    matching query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> ResultSet {
    let rows = try self.rows(of: query, cancellation)
    guard rows.isExact, let count = numberedCount else {
      return try streamedRecords(matching: query, cancellation)
    }
    var select = Select([table.id], from: table.name)
    select.condition = .all([table.within(table.ids), rows.condition])
    var numbers: [UInt32] = []
    try answer(cancellation) { () throws(RemoteFailure) in
      try engine.rows(select, cancellation) { reader, source throws(RemoteFailure) in
        let number = try reader.number(source)
        guard number < UInt64(count) else { throw .malformed }
        numbers.append(UInt32(number))
      }
    }
    return ResultSet(numbers: numbers, of: count)
  }
}
