internal import Corpora
internal import Searching
internal import UnicodeText

/// Encodes records as rows of a published table, with the folded text and tokens of each record.
struct RowEncoder: Sendable {
  let corpus: String
  let generation: UInt64
  let columns: [Publication.Column]

  /// The number of the first record.
  let firstRecord: UInt64

  private let tokenizer = Tokenizer(TextCondition.separators)

  init(_ publication: Publication) {
    corpus = publication.corpus
    generation = publication.generation
    columns = publication.columns
    firstRecord = publication.records
  }

  /// Rows in the format RowBinary; their batch numbers are filled in later.
  struct Rows: Sendable {
    let bytes: FrozenBuffer<UInt8>
    /// The offset of each row in `bytes`, followed by the end of the last row.
    let starts: [Int]
    /// The checksum of each row.
    let sums: [UInt64]
    let textBytes: Int
  }

  /// The offset of the batch number within a row.
  var batchOffset: Int {
    var head = GrowableBuffer<UInt8>()
    head.append(binary: corpus)
    return head.count + 8
  }

  /// Encodes a batch of records as rows.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the records.
  func rows(of batch: RowBatch) -> Rows {
    var bytes = GrowableBuffer<UInt8>()
    var starts = [0]
    var sums: [UInt64] = []
    var textBytes = 0
    var folded = GrowableBuffer<UInt8>()
    var cells = GrowableBuffer<UInt8>()
    var tokens = GrowableBuffer<UInt8>()
    var summed = GrowableBuffer<UInt8>()
    for (index, row) in batch.rows.enumerated() {
      let id = firstRecord + row.record
      let path = batch.source(ofRow: index)
      bytes.append(binary: corpus)
      bytes.append(binary: generation)
      bytes.append(binary: 0)
      bytes.append(binary: id)
      bytes.append(binary: path)
      bytes.append(binary: UInt64(row.line))
      folded.truncate(to: 0)
      cells.truncate(to: 0)
      tokens.truncate(to: 0)
      summed.truncate(to: 0)
      for part in ["\(id)", path, "\(row.line)"] {
        summed.append(copying: part.utf8.span)
        summed.append(Separator.field)
      }
      var tokenCount = 0
      batch.withRecord(index) { record in
        textBytes += record.count
        var start = 0
        for column in columns {
          let end =
            start < record.count
            ? Kernels.firstIndex(of: Separator.field, in: record, from: start) ?? record.count
            : start
          let cell = record.extracting(min(start, record.count)..<min(end, record.count))
          start = end + 1
          add(
            cell, of: column, &folded, &cells, &tokens, &tokenCount, &summed)
        }
      }
      folded.withSpan { bytes.append(binary: $0) }
      bytes.append(binaryLength: tokenCount)
      tokens.withSpan { bytes.append(copying: $0) }
      cells.withSpan { bytes.append(copying: $0) }
      folded.withSpan { summed.append(copying: $0) }
      sums.append(summed.withSpan { SipHash.hash($0) })
      starts.append(bytes.count)
    }
    return Rows(bytes: bytes.freeze(), starts: starts, sums: sums, textBytes: textBytes)
  }

  private func add(
    _ cell: Span<UInt8>, of column: Publication.Column, _ folded: inout GrowableBuffer<UInt8>,
    _ cells: inout GrowableBuffer<UInt8>, _ tokens: inout GrowableBuffer<UInt8>,
    _ tokenCount: inout Int, _ summed: inout GrowableBuffer<UInt8>
  ) {
    cells.append(binaryLength: cell.count)
    var start = 0
    while true {
      // Only alias fields have several values.
      let end = Kernels.firstIndex(of: Separator.value, in: cell, from: start) ?? cell.count
      let value = cell.extracting(start..<end)
      let place = folded.count
      TextCondition.folding.fold(value, into: &folded)
      folded.withSpan { text in
        let text = text.extracting(place..<text.count)
        for token in tokenizer.tokens(in: text) {
          tokens.append(binary: text.extracting(token))
          tokenCount += 1
        }
      }
      cells.append(copying: value)
      summed.append(copying: value)
      if end == cell.count { break }
      folded.append(Separator.value)
      cells.append(UInt8(ascii: "\n"))
      summed.append(UInt8(ascii: "\n"))
      start = end + 1
    }
    folded.append(Separator.field)
    summed.append(Separator.field)
  }

  /// The SQL expression that computes the checksum of a row on the server.
  static func checksum(_ columns: [Publication.Column]) -> SQLExpression {
    let separator = SQLExpression.text([Separator.field])
    var parts: [SQLExpression] = [
      .call(.toString, [.column(PublishedColumn.id)]), separator,
      .column(PublishedColumn.source), separator,
      .call(.toString, [.column(PublishedColumn.line)]), separator,
    ]
    for column in columns { parts += [.column(column.name), separator] }
    parts.append(.column(PublishedColumn.folded))
    return .call(.sipHash64, [.call(.concat, parts)])
  }
}
