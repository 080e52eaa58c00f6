import UnicodeText

extension Corpus {
  /// Where the record begins in what was loaded.
  ///
  /// - Complexity: O(log *n*) in the number of sources.
  public func location(of id: RecordID) -> RecordLocation {
    precondition(id.rawValue < UInt64(count), "the record is not of this corpus")
    return sources.location(of: Int(id.rawValue))
  }

  /// Lends the record as it is stored: each field ended by `Separator.field`.
  ///
  /// - Complexity: O(log *n*) in the number of segments, apart from `body`.
  public func withRecord<R, E: Error>(
    _ id: RecordID, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let segment = segments[segmentIndex(of: id)]
    let index = Int(id.rawValue) - segment.firstRecord
    return try segment.text.withSpan(of: segment.bounds(of: index), body)
  }

  /// The text of one field, its values (representations) joined by newlines; empty if missing.
  public func text(of id: RecordID, field: Int) -> String {
    precondition(field >= 0 && field < fields.count, "the corpus has no such field")
    let isAlias = fields[field].isAlias
    return withRecord(id) { StoredRecord.text(of: field, isAlias: isAlias, in: $0) }
  }

  /// The segment that holds the record.
  ///
  /// - Complexity: O(log *n*) in the number of segments.
  package func segmentIndex(of id: RecordID) -> Int {
    precondition(id.rawValue < UInt64(count), "the record is not of this corpus")
    let record = Int(id.rawValue)
    return partitionPoint(segments.count) { segments[$0].firstRecord > record } - 1
  }

  /// The bytes of all text, separators included.
  public var textBytes: Int { segments.reduce(0) { $0 + $1.text.count } }

  /// The bytes that the corpus holds in memory: text, boundaries and line numbers.
  public var memoryBytes: Int {
    let boundaries = segments.reduce(0) { $0 + $1.starts.count * MemoryLayout<UInt32>.stride }
    return textBytes + boundaries + sources.memoryBytes
  }
}

/// Reads the layout of one stored record.
package enum StoredRecord {
  /// The bytes of the field in `record`, without its separator; empty at the end if it is missing.
  ///
  /// - Complexity: O(*n*) in the length of the record.
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

  /// The text of the field, the values of an alias field joined by newlines; empty if it is missing.
  package static func text(of field: Int, isAlias: Bool, in record: Span<UInt8>) -> String {
    let bytes = record.extracting(bounds(of: field, in: record))
    if !isAlias { return String(copying: bytes) }
    var joined = GrowableBuffer<UInt8>(capacity: bytes.count)
    for index in bytes.indices {
      joined.append(bytes[index] == Separator.value ? UInt8(ascii: "\n") : bytes[index])
    }
    return joined.withSpan { String(copying: $0) }
  }
}
