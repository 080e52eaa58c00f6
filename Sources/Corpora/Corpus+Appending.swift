import UnicodeText

extension Corpus {
  /// This corpus followed by the records of `other`.
  ///
  /// The result has the columns of both corpora, starting with the columns of this corpus. For a
  /// column of both corpora, this corpus determines whether the column is an alias field. If the
  /// columns of `other` are the first columns of the result, the result shares the text of `other`.
  /// Otherwise, the text is copied.
  ///
  /// - Throws: `recordTooLarge`, if a record grows too large in the new column order.
  /// - Complexity: O(*s*), where *s* is the number of segments and sources. If `other` is copied,
  ///   O(*s* + *n*), where *n* is the number of bytes of `other`.
  public func appending(_ other: Corpus) throws(CorpusError) -> Corpus {
    var table = FieldTable(fields: fields)
    let added = try other.arranged(in: &table)
    return Corpus(
      name: name, fields: table.fields,
      segments: segments + added.segments.map { $0.moved(to: $0.firstRecord + count) },
      sources: sources.appending(added.sources, firstRecord: count))
  }

  /// The records of this corpus, with `fields` as the first columns.
  ///
  /// The columns that are not in `fields` come last.
  ///
  /// - Throws: `recordTooLarge`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  package func arranged(by fields: [Field]) throws(CorpusError) -> Corpus {
    var table = FieldTable(fields: fields)
    return try arranged(in: &table)
  }

  /// The records of this corpus with their cells in the column order of `table`.
  ///
  /// The call adds missing columns to `table`. The result shares the segments of this corpus if the
  /// column order does not change. Otherwise, each new segment has at most `segmentBytes` bytes,
  /// unless a single record is larger.
  func arranged(
    in table: inout FieldTable, segmentBytes: Int = Segment.limit
  ) throws(CorpusError) -> Corpus {
    var columns: [Int] = []
    for field in fields { columns.append(try table.column(of: field)) }
    return Corpus(
      name: name, fields: table.fields,
      segments: try segments(in: table, columns, segmentBytes),
      sources: sources.arranged(by: columns))
  }

  /// The segments of this corpus, rearranged so that the cells of column *i* are in column
  /// `columns[i]` of `table`.
  private func segments(
    in table: FieldTable, _ columns: [Int], _ segmentBytes: Int
  ) throws(CorpusError) -> [Segment] {
    let isAlike = columns.enumerated().allSatisfy { index, column in
      index == column && table.fields[column] == fields[index]
    }
    if isAlike { return segments }
    var builder = CorpusBuilder(table: table, sharedLimit: segmentBytes)
    builder.mayHoldNonASCII = true
    for segment in segments {
      for index in 0..<segment.count {
        let offset = segment.places?.offset(ofRecord: index)
        segment.text.withSpan(of: segment.bounds(of: index)) { record in
          var column = 0
          var start = 0
          for position in record.indices {
            if record[position] == Separator.field {
              let place = segment.places?.place(of: column, storedAt: start, inRecord: index)
              builder.endCell(
                columns[column],
                at: place.map { CellPlaces.Packed($0, inRecordAt: offset ?? 0) } ?? .unknown)
              column += 1
              start = position + 1
            } else {
              let isPart = record[position] == Separator.value
              builder.text.append(isPart ? UInt8(ascii: "\n") : record[position])
            }
          }
        }
        try builder.endRecord(line: 1, at: offset)
      }
    }
    return builder.finish(name: name).segments
  }
}

extension FieldTable {
  /// Creates a table with the columns `fields`; later columns can be added.
  init(fields: [Field]) {
    self.init()
    for field in fields { adopt(field) }
  }

  /// The index of the column that has the name of `field`; adds the column if it does not exist.
  mutating func column(of field: Field) throws(CorpusError) -> Int {
    if let column = keptColumn(named: field.name) { return column }
    if fields.count == Self.limit { throw CorpusError(.tooManyFields(limit: Self.limit)) }
    return adopt(field)
  }
}
