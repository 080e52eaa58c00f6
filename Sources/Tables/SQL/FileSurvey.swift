package import Corpora
package import Searching
internal import Synchronization

/// The results of a first scan of a source: column types, the number of records, and malformed
/// files.
package struct FileSurvey: Sendable {
  /// The type of each column; `text` for columns whose type was not requested.
  package private(set) var types: [ColumnType]

  /// The number of records; nil if not all records were read.
  package private(set) var count: Int?

  /// All records; nil if there are too many to keep them in memory.
  package private(set) var batches: [ScannedBatch]?

  /// The errors in files that could not be read.
  package private(set) var failures: [CorpusError] = []

  /// What the survey found in one batch of records.
  private struct Part: Sendable {
    let scanned: ScannedBatch?
    let records: Int
    let bytes: Int
    let areLines: Bool
    let inference: ColumnTypeInference
  }

  /// Surveys a source by reading its records.
  ///
  /// Reading stops early if all types are known, no records are kept in memory, and the files
  /// consist of plain lines. Files of plain lines cannot be malformed.
  ///
  /// - Parameters:
  ///   - source: the source of the records.
  ///   - fields: the columns of the source.
  ///   - wanted: the columns whose types are needed.
  ///   - use: the fields to keep in memory if there are few records; nil to keep no records.
  ///   - threads: the maximum number of threads; nil for one per processor.
  ///   - cancellation: stops the scan; checked often.
  ///   - progress: called after each batch with the numbers of bytes and of records that were read
  ///     so far.
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
      // Infer the types on the thread that has just read the records.
      let part = Part(
        scanned: use.map { ScannedBatch(batch, $0.fields, keepsBatch: $0.readsLocation) },
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
  /// Returns a copy of the inference that also covers the records of a corpus.
  fileprivate func adding(_ corpus: Corpus, _ cancellation: Cancellation) -> ColumnTypeInference {
    var inference = self
    _ = inference.add(allOf: corpus, isCancelled: { cancellation.isCancelled })
    return inference
  }
}

/// Collects the file errors of several scans, each error once.
package final class ScanFailures: Sendable {
  private let errors = Mutex<[CorpusError]>([])

  /// Creates an empty list.
  package init() {}

  /// Adds the errors that are not in the list yet.
  package func note(_ failures: [CorpusError]) {
    errors.withLock { errors in
      for failure in failures where !errors.contains(failure) { errors.append(failure) }
    }
  }

  /// The errors, in the order in which they were found.
  package var all: [CorpusError] { errors.withLock { $0 } }
}
