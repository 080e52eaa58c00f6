internal import Basics
internal import Corpora
internal import System
internal import UnicodeText

extension Indexer {
  /// A file whose records become items.
  struct RecordFile {
    let path: String
    let corpus: Corpus
    let mapping: FieldMapping
    let expires: Int?
    let origin: Int

    /// The client name under which the progress of this file is saved.
    let client: String
    let sha256: [UInt8]

    /// Whether the catalog had no items of the file when indexing of the file began.
    ///
    /// If this run resumes an interrupted run, indexing began in the interrupted run.
    var isFresh: Bool

    /// The existing items of the file; nil if records have ids, or if the catalog had no items of
    /// the file.
    var known: KnownItems?

    /// The item numbers of the existing items that were found in the file again.
    var met: Set<Int> = []

    /// The lowest number that a new item can get.
    let firstNew: Int

    /// Whether every batch of the file's records was written.
    var isWhole = true

    /// Whether the content of at least one record could not be read.
    var hasFailures = false
  }

  /// The results of one batch.
  private struct Counts {
    var added = 0
    var replaced = 0
    var unchanged = 0
    var failed = 0
    var problems: [String] = []

    /// Whether the content of at least one record could not be read.
    var hasFailures = false

    /// The item numbers of the existing items that were found in the file again.
    var met: [Int] = []
  }

  /// Indexes the records of a file if the file has changed; if the file cannot be read, adds a
  /// problem to the report.
  func indexRecords(of path: String, _ work: inout Work) throws(CatalogError) {
    do throws(CatalogError) {
      try indexFile(path, &work)
    } catch {
      guard case .corpus(let cause) = error else { throw error }
      if cause.code == .cancelled { throw .cancelled }
      work.isWhole = false
      note(cause.message)
    }
  }

  private func indexFile(_ path: String, _ work: inout Work) throws(CatalogError) {
    let status = try status(of: path)
    let known = work.known(path)
    if let known, try isUnchanged(known, status, &work) { return }
    if work.isFolder, try isBinary(path) {
      work.skipped.noteBinary()
      if let known { report.removed += try store.forget(origins: [known.number]) }
      return
    }
    let (corpus, sha256) = try read(path, work)
    let mapping = try corpusAttempt { () throws(CorpusError) in
      do throws(CorpusError) {
        return try FieldMapping(corpus.fields, work.options)
      } catch {
        throw CorpusError(error.code, path: path)
      }
    }
    let hasItems = known.map { $0.ready + $0.failed > 0 } ?? false
    var done: Int?
    if let known, !work.restoresItems(of: known) {
      done = try progress(ofOrigin: known.number, sha256, count: corpus.count)
    }
    let origin = try store.announce(
      domain: work.options.domain, source: work.source, path: path,
      pending: corpus.count - (done ?? 0), isResumed: done != nil)
    var file = RecordFile(
      path: path, corpus: corpus, mapping: mapping, expires: work.expires, origin: origin,
      client: Self.client(ofOrigin: origin), sha256: sha256, isFresh: done != nil || !hasItems,
      firstNew: try store.nextItem())
    if !file.isFresh { try store.forgetState(ofClient: file.client) }
    if !file.isFresh, mapping.id == nil { file.known = try store.knownItems(ofOrigin: origin) }
    report.resumed += done ?? 0
    try indexBatches(of: &file, from: done ?? 0)
    if file.hasFailures { work.hasFailures = true }
    guard file.isWhole else {
      work.isWhole = false
      return
    }
    try removeLost(of: file)
    try store.finish(
      origin: origin, SourceStamp(status, sha256: sha256, now: environment.now()),
      client: file.client)
  }

  /// The metadata of a file; symbolic links are followed.
  private func status(of path: String) throws(CatalogError) -> FileStatus {
    if let status = Platform.status(of: path) { return status }
    // `FileFacts.of` throws an error that says why the file's metadata cannot be read.
    _ = try corpusAttempt { () throws(CorpusError) in try FileFacts.of(path) }
    throw .corpus(CorpusError(.notFound(nearest: nil), path: path))
  }

  /// Whether a file is binary; false for an unreadable file, because reading that file later throws
  /// the error.
  private func isBinary(_ path: String) throws(CatalogError) -> Bool {
    do throws(CorpusError) {
      // With the limit 0, reading a text file fails after its first bytes.
      return try FileText.read(path, limit: 0, isCancelled: environment.isCancelled).isBinary
    } catch {
      if error.code == .cancelled { throw .cancelled }
      return false
    }
  }

  private func read(_ path: String, _ work: Work) throws(CatalogError) -> (Corpus, [UInt8]) {
    var options = work.options.load
    options.computesSHA256 = true
    options.threads = environment.threads
    let result = try corpusAttempt { () throws(CorpusError) in
      try CorpusLoader.load([path], options: options, isCancelled: environment.isCancelled) {
        [environment] in
        environment.progress(
          IndexingProgress(
            phase: .reading, path: path, done: $0.bytesRead, total: $0.bytesExpected))
      }
    }
    return (result.corpus, result.report.sha256 ?? [])
  }

  func corpusAttempt<R>(_ body: () throws(CorpusError) -> R) throws(CatalogError) -> R {
    do throws(CorpusError) {
      return try body()
    } catch {
      throw .corpus(error)
    }
  }

  // MARK: Resuming

  private static func client(ofOrigin origin: Int) -> String { "file \(origin)" }

  /// The number of records that an interrupted run has already indexed; nil to start at the
  /// beginning.
  private func progress(
    ofOrigin origin: Int, _ sha256: [UInt8], count: Int
  ) throws(CatalogError) -> Int? {
    guard let state = try store.state(of: Self.client(ofOrigin: origin)),
      let state = String(validating: state, as: UTF8.self)
    else { return nil }
    let words = state.split(separator: " ")
    guard words.count == 2, words[1] == SHA256.hexadecimal(sha256), let done = Int(words[0]),
      (0...count).contains(done)
    else { return nil }
    return done
  }

  private static func state(_ file: RecordFile, done: Int) -> ClientState {
    ClientState(
      client: file.client, state: Array("\(done) \(SHA256.hexadecimal(file.sha256))".utf8))
  }

  // MARK: Batches

  private func indexBatches(of file: inout RecordFile, from start: Int) throws(CatalogError) {
    var start = start
    let count = file.corpus.count
    while start < count {
      if environment.isCancelled() { throw .cancelled }
      environment.progress(
        IndexingProgress(phase: .indexing, path: file.path, done: start, total: count))
      let range = endOfBatch(file, start..<min(start + environment.batch, count))
      try index(range, of: &file)
      start = range.upperBound
    }
  }

  private func index(_ range: Range<Int>, of file: inout RecordFile) throws(CatalogError) {
    // Save no progress after a failed batch: the next run must read all records again, including
    // the records of the failed batch.
    let state = file.isFresh && file.isWhole ? Self.state(file, done: range.upperBound) : nil
    var known = file.known
    file.known = nil
    let taken = known?.takenCount ?? 0
    defer { file.known = known }
    func giveBack() { known?.giveBack(after: taken) }
    let contents = try contents(of: range, in: file)
    let left = file.corpus.count - range.upperBound
    let counts = try batch(
      "items \(range.lowerBound + 1) to \(range.upperBound) of \(file.path)", state,
      undo: giveBack
    ) { (writer) throws(CatalogError) in
      guard try store.has(origin: file.origin) else { throw .forgotten(path: file.path) }
      // If a batch failed, also delete the progress that was saved before the failure. Resuming
      // from that progress would add the records after the failed batch a second time.
      if !file.isWhole { try store.deleteState(ofClient: file.client) }
      var counts = Counts()
      for record in range {
        try write(record, file, contents?[record - range.lowerBound], &known, writer, &counts)
      }
      try store.setPending(left, origin: file.origin)
      return counts
    }
    guard let counts else {
      file.isWhole = false
      return
    }
    report.added += counts.added
    report.replaced += counts.replaced
    report.unchanged += counts.unchanged
    report.failed += counts.failed
    for problem in counts.problems { note(problem) }
    if counts.hasFailures { file.hasFailures = true }
    for item in counts.met where item >= file.firstNew || !file.met.insert(item).inserted {
      report.repeatedIDs += 1
    }
  }

  private func write(
    _ record: Int, _ file: RecordFile, _ content: RecordContent?, _ known: inout KnownItems?,
    _ writer: ItemWriter, _ counts: inout Counts
  ) throws(CatalogError) {
    let id = RecordID(UInt64(record))
    let line = file.corpus.location(of: id).line
    writer.begin(origin: file.origin, line: line, expires: file.expires)
    let written = try file.corpus.withRecord(id) {
      (text) throws(CatalogError) -> ItemWriter.Written? in
      let bounds = try file.mapping.set(text, in: writer)
      switch content?.outcome {
      case .success(let content)?:
        try content.withSpan { (content) throws(CatalogError) in
          try writer.set(.content, content)
        }
      case .failure(let failure)?:
        writer.fail(failure.reason)
        counts.problems.append(
          "\(file.path):\(line): \(content?.path ?? ""): \(failure.reason); not searchable")
        counts.hasFailures = true
      case nil: break
      }
      if let bounds {
        if bounds.count <= CatalogItem.idLimit {
          return try writer.end(id: text.extracting(bounds))
        }
        counts.problems.append(
          "\(file.path):\(line): the id has \(bounds.count) bytes; the maximum is \(CatalogItem.idLimit); skipped"
        )
        return nil
      }
      if file.mapping.id != nil {
        counts.problems.append("\(file.path):\(line): the id is empty; skipped")
        return nil
      }
      if let item = known?.take(writer.currentFingerprint()) {
        try writer.keep(item, line: line, expires: file.expires)
        return ItemWriter.Written(item: item.number, kind: .unchanged)
      }
      return try writer.endWithNewID().0
    }
    switch written?.kind {
    case _? where content?.isFailed == true: counts.failed += 1
    case .added: counts.added += 1
    case .replaced: counts.replaced += 1
    case .unchanged: counts.unchanged += 1
    case nil: counts.failed += 1
    }
    if let written, file.mapping.id != nil, written.kind != .added {
      counts.met.append(written.item)
    }
  }

  /// Deletes the items that are no longer in the file.
  private func removeLost(of file: RecordFile) throws(CatalogError) {
    if file.isFresh { return }
    let lost: [Int]
    if let known = file.known {
      lost = known.rest
    } else {
      lost = try store.items(ofOrigin: file.origin, below: file.firstNew, besides: file.met)
    }
    for start in stride(from: 0, to: lost.count, by: environment.batch) {
      if environment.isCancelled() { throw .cancelled }
      environment.progress(
        IndexingProgress(phase: .removing, path: file.path, done: start, total: lost.count))
      let items = Array(lost[start..<min(start + environment.batch, lost.count)])
      report.removed += try store.delete(items: items)
    }
  }
}
