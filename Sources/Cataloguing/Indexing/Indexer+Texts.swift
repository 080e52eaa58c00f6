internal import Basics
internal import Corpora
internal import System
internal import Threading
internal import UnicodeText

extension Indexer {
  /// The maximum total size in bytes of the files in one batch; a larger file is a batch of its
  /// own.
  static let bytesOfBatch = ContentReader.defaultLimit

  /// A file that becomes one item.
  private struct TextFile: Sendable {
    let path: String
    let status: FileStatus?
    let origin: Int
  }

  /// For each reason why files could not be read, the number of files and the first of these files.
  private typealias Failures = [String: (count: Int, first: String)]

  /// Indexes each file as one item; unchanged files are skipped.
  ///
  /// A batch of items is written once the reading of each text has succeeded or failed.
  func indexTexts(_ paths: [String], _ work: inout Work) throws(CatalogError) {
    var changed: [(path: String, status: FileStatus?)] = []
    for path in paths {
      if environment.isCancelled() { throw .cancelled }
      let status = Platform.status(of: path)
      if let known = work.known(path), let status, try isUnchanged(known, status, &work) {
        continue
      }
      changed.append((path, status))
    }
    var files: [TextFile] = []
    for start in stride(from: 0, to: changed.count, by: environment.batch) {
      let part = changed[start..<min(start + environment.batch, changed.count)]
      let origins = try store.announce(
        files: part.map(\.path), domain: work.options.domain, source: work.source)
      files += zip(part, origins).map {
        TextFile(path: $0.path, status: $0.status, origin: $1)
      }
    }
    var start = 0
    var failures: Failures = [:]
    defer {
      if failures.keys.contains(where: { $0 != ContentFailure.binary.reason }) {
        work.hasFailures = true
      }
      note(failures)
    }
    while start < files.count {
      if environment.isCancelled() { throw .cancelled }
      environment.progress(
        IndexingProgress(phase: .indexing, path: work.path, done: start, total: files.count))
      let end = endOfBatch(files, from: start)
      try index(Array(files[start..<end]), &failures, &work)
      start = end
    }
  }

  private func endOfBatch(_ files: [TextFile], from start: Int) -> Int {
    var bytes = 0
    var end = start
    while end < files.count, end - start < environment.batch {
      bytes += min(files[end].status?.size ?? 0, Self.bytesOfBatch)
      if end > start, bytes > Self.bytesOfBatch { break }
      end += 1
    }
    return end
  }

  private func index(
    _ files: [TextFile], _ failures: inout Failures, _ work: inout Work
  ) throws(CatalogError) {
    let paths = files.map(\.path)
    let isCancelled = environment.isCancelled
    let texts = ContentReader.settle(
      paths.count, threads: environment.threads ?? Workers.processorCount, isCancelled: isCancelled
    ) { (place) -> Result<FileText, ContentFailure> in
      Result { () throws(ContentFailure) in
        try StoredContents().file(
          paths[place], limit: ContentReader.defaultLimit, isCancelled: isCancelled)
      }
    }
    if isCancelled() { throw .cancelled }
    let now = environment.now()
    let (path, expires, isFolder) = (work.path, work.expires, work.isFolder)
    let batch = try batch("\(files.count) files of \(path)") {
      (writer) throws(CatalogError) -> ([ItemWriter.Written], removed: Int) in
      var removed = 0
      var written: [ItemWriter.Written] = []
      for (file, text) in zip(files, texts) {
        guard try store.has(origin: file.origin) else { throw .forgotten(path: file.path) }
        let item = try Self.write(
          file, text, title: isFolder ? file.path.dropFirst(path.count + 1) : nil, expires, writer)
        // Delete the other items of the file: with earlier options, each record may have become an
        // item.
        let others = try store.items(ofOrigin: file.origin, below: .max, besides: [item.item])
        removed += try store.deleteItems(others)
        written.append(item)
        if let status = file.status, case .success(let text) = text {
          try store.stamp(origin: file.origin, SourceStamp(status, sha256: text.sha256, now: now))
        } else {
          try store.setPending(0, origin: file.origin)
        }
      }
      return (written, removed)
    }
    guard let (written, removed) = batch else {
      work.isWhole = false
      return
    }
    report.removed += removed
    for ((item, text), path) in zip(zip(written, texts), paths) {
      if case .failure(let failure) = text {
        report.failed += 1
        failures[failure.reason, default: (0, path)].count += 1
        continue
      }
      switch item.kind {
      case .added: report.added += 1
      case .replaced: report.replaced += 1
      case .unchanged: report.unchanged += 1
      }
    }
  }

  /// Reports files that could not be read: one sentence per reason, which names the first file.
  private func note(_ failures: Failures) {
    for (reason, those) in failures.sorted(by: { $0.value.first < $1.value.first }) {
      let more = those.count > 1 ? ", and \(those.count - 1) more" : ""
      let sentence = "\(those.first)\(more): \(reason); not searchable"
      // Binary files in a folder are expected, so report them as notices, not as problems.
      if reason == ContentFailure.binary.reason {
        report.notices.append(sentence)
      } else {
        note(sentence)
      }
    }
  }

  private static func write(
    _ file: TextFile, _ text: Result<FileText, ContentFailure>, title: Substring?, _ expires: Int?,
    _ writer: ItemWriter
  ) throws(CatalogError) -> ItemWriter.Written {
    writer.begin(origin: file.origin, line: 1, expires: expires)
    let title = title ?? file.path.split(separator: "/").last ?? ""
    try writer.set(.title, Array(title.utf8).span)
    switch text {
    case .success(let text):
      try text.text.withSpan { (text) throws(CatalogError) in try writer.set(.content, text) }
    case .failure(let failure): writer.fail(failure.reason)
    }
    return try writer.end(id: Array(file.path.utf8).span)
  }

  /// Whether a file is unchanged since it was last read completely.
  ///
  /// If an unchanged file's items have a time to live, their expiry is renewed.
  func isUnchanged(
    _ known: CatalogOrigin, _ status: FileStatus, _ work: inout Work
  ) throws(CatalogError) -> Bool {
    // If records contain the paths of content files, a content file may have changed although this
    // file has not.
    guard !work.restoresItems(of: known), work.options.contentField == nil, known.pending == 0,
      let stamp = known.stamp, stamp.size == status.size
    else { return false }
    if !stamp.matches(status) {
      let sum = try? FileText.sha256(of: known.path, isCancelled: environment.isCancelled)
      if environment.isCancelled() { throw .cancelled }
      if sum != stamp.sha256 { return false }
      let now = environment.now()
      let other = SourceStamp(status, sha256: stamp.sha256, now: now)
      work.confirmed.append(ConfirmedFile(origin: known.number, stamp: other))
    } else if work.renews {
      work.confirmed.append(ConfirmedFile(origin: known.number, stamp: nil))
    }
    report.unchangedFiles += 1
    if work.confirmed.count >= environment.batch { try confirm(&work) }
    return true
  }

  /// Stores the new metadata (`SourceStamp`) of the files in `work.confirmed`, and the new expiries
  /// of their items.
  func confirm(_ work: inout Work) throws(CatalogError) {
    if work.confirmed.isEmpty { return }
    report.revived += try store.confirm(
      work.confirmed, renews: work.renews, expires: work.expires, now: environment.now())
    work.confirmed = []
  }
}
