package import Corpora
package import Searching
internal import Synchronization

/// What a first reading of a source finds out: the types of columns, the number of records, and files that are malformed.
package struct FileSurvey: Sendable {
  /// The type of each column; that of columns that were not asked for is `text`.
  package private(set) var types: [ColumnType]

  /// The number of records; nil if not all were read.
  package private(set) var count: Int?

  /// All records, if they are few.
  package private(set) var batches: [ScannedBatch]?

  /// The errors in files that could not be read.
  package private(set) var failures: [CorpusError] = []

  /// What was read of one batch.
  private struct Part: Sendable {
    let scanned: ScannedBatch?
    let records: Int
    let bytes: Int
    let areLines: Bool
    let inference: ColumnTypeInference
  }

  /// Reads the records.
  ///
  /// Reading ends early if the types are known, unless files may be malformed, which lines of text never are.
  ///
  /// - Parameters:
  ///   - source: the source.
  ///   - fields: its columns.
  ///   - wanted: the columns whose types are needed.
  ///   - use: what to keep of the records if they are few; nil to keep nothing.
  ///   - threads: the maximum number of threads; nil for one per processor.
  ///   - cancellation: checked often.
  ///   - progress: called after each batch with the bytes of text and the records so far.
  /// - Throws: `SearchError`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the files.
  package init(
    of source: any RecordSource, fields: [Field], types wanted: Set<Int>,
    keeping use: RecordUse?,
    threads: Int? = nil,
    _ cancellation: Cancellation,
    progress: (_ bytes: Int, _ records: Int) -> Void = { _, _ in }
  ) throws(SearchError) {
    var inference = ColumnTypeInference(columns: fields.count, only: wanted)
    let empty = inference
    var bytes = 0
    var textBytes = 0
    var count = 0
    batches = use == nil ? nil : []
    types = []
    let areFiles = source is FileSource
    let areLines = fields.map(\.name) == ["text"]
    let request = StreamRequest(details: RowDetails(hits: false))
    let stream = try FoundStream(
      source, StreamedRecords.everything(threads: threads), request, cancellation
    ) { batch in
      // The types are inferred by the thread that has just read the records.
      let part = Part(
        scanned: use.map { ScannedBatch(batch, $0.fields, keepsBatch: $0.places) },
        records: batch.corpus.count,
        bytes: batch.corpus.textBytes, areLines: batch.areLines,
        inference: empty.adding(batch.corpus, cancellation))
      return (part, 256 + (part.scanned?.memoryBytes ?? 0))
    }
    while let part = try stream.next() {
      inference.add(part.inference)
      count += part.records
      textBytes += part.bytes
      if let scanned = part.scanned {
        bytes += scanned.memoryBytes
        batches?.append(scanned)
        if bytes > StreamedRecords.keptBytes(of: scanned) { batches = nil }
      }
      progress(textBytes, count)
      let isSound = !areFiles || areLines && part.areLines
      if isSound, inference.isDecided, batches == nil { break }
    }
    types = zip(fields, inference.types).map { $0.isAlias ? .text : $1 }
    if let report = stream.report {
      self.count = count
      failures = report.failures
    } else {
      batches = nil
      if !areFiles { self.count = source.recordCount }
    }
  }
}

extension ColumnTypeInference {
  /// The inference after the records of a corpus.
  fileprivate func adding(_ corpus: Corpus, _ cancellation: Cancellation) -> ColumnTypeInference {
    var inference = self
    _ = inference.add(allOf: corpus, isCancelled: { cancellation.isCancelled })
    return inference
  }
}

/// Collects the errors of several scans in files, each once.
package final class ScanFailures: Sendable {
  private let errors = Mutex<[CorpusError]>([])

  /// Creates an empty list.
  package init() {}

  /// Adds errors that are new.
  package func note(_ failures: [CorpusError]) {
    errors.withLock { errors in
      for failure in failures where !errors.contains(failure) { errors.append(failure) }
    }
  }

  /// The errors, in the order in which they were found.
  package var all: [CorpusError] { errors.withLock { $0 } }
}
