import UnicodeText

extension Corpus {
  /// The source and line where the record begins.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of sources.
  public func location(of id: RecordID) -> RecordLocation {
    let (source, line) = place(of: id)
    return RecordLocation(source: source.path, line: line)
  }

  /// The source that the record comes from, and the line where the record begins.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of sources.
  package func place(of id: RecordID) -> (source: SourceMap.Source, line: Int) {
    precondition(id.rawValue < UInt64(count), "the record is not of this corpus")
    return sources.place(of: Int(id.rawValue))
  }

  /// Calls `body` with the stored bytes of the record, in which `Separator.field` follows each
  /// field.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of segments, plus the time of `body`.
  public func withRecord<R, E: Error>(
    _ id: RecordID, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let segment = segments[segmentIndex(of: id)]
    let index = Int(id.rawValue) - segment.firstRecord
    return try segment.text.withSpan(of: segment.bounds(of: index), body)
  }

  /// Calls `body` for each record in `records`, an ascending list of record indices.
  ///
  /// The arguments are the record's index, the index of its source in `sources`, the record's line
  /// number, and the record's stored bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records, sources and line runs, plus the time
  ///   of `body`.
  package func forEach(
    _ records: Span<UInt32>,
    _ body: (_ record: Int, _ source: Int, _ line: Int, _ text: Span<UInt8>) -> Void
  ) {
    var places = SourceMap.Cursor(sources)
    var next = 0
    for segment in segments {
      segment.text.withSpan { text in
        segment.starts.withSpan { starts in
          while next < records.count {
            let record = Int(records[next])
            let index = record - segment.firstRecord
            if index >= starts.count - 1 { break }
            let (source, line) = places.place(of: record)
            body(record, source, line, text.extracting(Int(starts[index])..<Int(starts[index + 1])))
            next += 1
          }
        }
      }
    }
  }

  /// Whether the only column is `text`, and this column is empty in all records.
  ///
  /// The corpus of a JSON file gets the column `text` if the records of the file have no fields.
  ///
  /// - Complexity: O(*s*), where *s* is the number of segments.
  package var hasOnlyEmptyText: Bool { fields == [Field(Field.line)] && textBytes == count }

  /// Whether the positions of cells in their files are known.
  package var hasCellPlaces: Bool { segments.contains { $0.places != nil } }

  /// The text of one field; empty if the record does not have the field.
  ///
  /// The values of an alias field are separated by newlines.
  ///
  /// - Complexity: O(log *s* + *n*), where *s* is the number of segments and *n* is the number of
  ///   bytes of the record.
  public func text(of id: RecordID, field: Int) -> String {
    precondition(field >= 0 && field < fields.count, "the corpus has no such field")
    let isAlias = fields[field].isAlias
    return withRecord(id) { StoredRecord.text(of: field, isAlias: isAlias, in: $0) }
  }

  /// The index of the segment that contains the record.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of segments.
  package func segmentIndex(of id: RecordID) -> Int {
    precondition(id.rawValue < UInt64(count), "the record is not of this corpus")
    let record = Int(id.rawValue)
    return partitionPoint(segments.count) { segments[$0].firstRecord > record } - 1
  }

  /// The number of bytes of text, including separators.
  public var textBytes: Int { segments.reduce(0) { $0 + $1.text.count } }

  /// The number of bytes of memory that the corpus uses for its text, record boundaries, and file
  /// positions.
  public var memoryBytes: Int {
    let boundaries = segments.reduce(0) { $0 + $1.starts.count * MemoryLayout<UInt32>.stride }
    let places = segments.reduce(0) { $0 + ($1.places?.memoryBytes ?? 0) }
    return textBytes + boundaries + sources.memoryBytes + places
  }
}

/// Parses stored records.
package enum StoredRecord {
  /// The byte range of the field in `record`, without its separator.
  ///
  /// If the record does not have the field, the result is the empty range at the end of the record.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the record.
  package static func bounds(of field: Int, in record: Span<UInt8>) -> Range<Int> {
    var start = 0
    var left = field
    for index in record.indices where record[index] == Separator.field {
      if left == 0 { return start..<index }
      left -= 1
      start = index + 1
    }
    return record.count..<record.count
  }

  /// The text of the field; empty if the record does not have the field.
  ///
  /// The values of an alias field are separated by newlines.
  package static func text(of field: Int, isAlias: Bool, in record: Span<UInt8>) -> String {
    let bytes = record.extracting(bounds(of: field, in: record))
    if !isAlias { return String(decoding: bytes) }
    var joined = GrowableBuffer<UInt8>(capacity: bytes.count)
    for index in bytes.indices {
      joined.append(bytes[index] == Separator.value ? UInt8(ascii: "\n") : bytes[index])
    }
    return joined.withSpan { String(decoding: $0) }
  }
}
