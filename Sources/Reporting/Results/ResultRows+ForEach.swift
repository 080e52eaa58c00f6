internal import Corpora
internal import Searching

extension ResultRows {
  /// Calls `body` with each row of `range` and its stored record, in order.
  ///
  /// - Complexity: O(*n*) in the text of the rows.
  func forEach<E: Error>(
    in range: Range<Int>, _ body: (Row, Span<UInt8>) throws(E) -> Void
  ) throws(E) {
    var end = 0
    for (number, part) in parts.enumerated() {
      let start = end
      end += part.records.count
      let rows = range.clamped(to: start..<end)
      if rows.isEmpty { continue }
      let row = Row(part: number, of: part.corpus)
      // A walk from the first record beats finding each by its place, but not for a page far behind it.
      var walk = rows.count > 256 ? part.records.makeIterator() : nil
      if walk != nil { for _ in start..<rows.lowerBound { _ = walk?.next() } }
      for index in rows {
        row.index = index
        row.fill(with: walk?.next() ?? part.records[index - start], of: part)
        try part.corpus.withRecord(row.record) { (record) throws(E) in
          row.locateCells(record)
          try body(row, record)
        }
      }
    }
  }
}

extension Row {
  fileprivate func fill(with record: RecordID, of part: ResultRows.Part) {
    self.record = record
    hits = part.hits(record)
    let location = part.corpus.location(of: record)
    source = location.source
    line = location.line
  }
}
