internal import Corpora
internal import Synchronization
internal import UnicodeText

/// Runs the tasks of a file search on one thread.
struct FileWorker<Product: Sendable>: ~Copyable {
  typealias Content = FileSchedule<Product>.Content

  let search: FileSearchRun<Product>
  var buffer = GrowableBuffer<UInt8>()
  private var inflated = GrowableBuffer<UInt8>()
  private let gzip = SmallGzip()

  init(_ search: FileSearchRun<Product>) { self.search = search }

  /// Runs a task, replaces it with its result, and renders findings that are ready.
  mutating func work(_ task: FileTask, at node: Int, _ isCancelled: () -> Bool) {
    let contents: [Content]
    switch task {
    case .path(let path): contents = search.tasks(ofPath: path)
    case .folder(let folder, let walk): contents = search.list(folder, walk)
    case .indexedFolder(let folder, let walk, let indexed, let cover):
      contents = search.list(folder, walk, indexed, cover)
    case .snapshot(let part): contents = search.tasks(of: part)
    case .blocks(let blocks): contents = read(blocks, isCancelled)
    case .files(let files): contents = read(files, isCancelled)
    case .strip(let file, let part): contents = read(part, of: file, isCancelled)
    case .records(let records, let part, let file):
      contents = read(part, of: records, file, isCancelled)
    case .restOfRecords(let records, let part, let file):
      return stream(from: part, of: records, file, at: node, isCancelled)
    case .stream(let place, let file):
      return stream(place, file, at: node, isCancelled)
    }
    search.schedule.finish(node, contents)
    search.render()
  }

  /// Whether to skip a file if it is binary.
  private func skipsBinary(_ file: SearchedFile) -> Bool {
    file.isFound && !search.searchesBinary
  }

  // MARK: Small files

  /// Searches files until enough text has been read; the remaining files become another task.
  private mutating func read(_ files: [SearchedFile], _ isCancelled: () -> Bool) -> [Content] {
    var findings = FileFindings()
    var contents: [Content] = []
    var picker = LinePicker(search.query)
    var next = 0
    while next < files.count, findings.bytes < search.sizes.maxBytesPerTask {
      if isCancelled() { return [] }
      let file = files[next]
      next += 1
      guard search.choice.isLines(file.path), search.searchesRawLines else {
        contents += tasks(ofRecordsIn: file)
        break
      }
      let skipsIfBinary = skipsBinary(file)
      let opened: OpenedFile
      do throws(CorpusError) {
        opened = try OpenedFile.open(
          file.path, name: file.name, skipsBinary: skipsIfBinary,
          minimumBytesToSplit: search.sizes.minimumBytesToSplit, into: &buffer)
      } catch {
        findings.note(error, of: file)
        continue
      }
      switch opened {
      case .binary: findings.skipped.binary += 1
      case .stream: contents.append(.task(.stream(.file(file.path), file)))
      case .large(let large): contents += search.strips(of: large)
      case .gzip:
        if buffer.withSpan({ gzip.inflate($0, into: &inflated) }),
          !inflated.withSpan({ TextStart.isUTF16($0) })
        {
          swap(&buffer, &inflated)
          if skipsIfBinary, buffer.withSpan({ TextStart.isBinary($0) }) {
            findings.skipped.binary += 1
          } else {
            look(atAllOf: file, &picker, &findings)
          }
        } else {
          contents.append(.task(.stream(.file(file.path), file)))
        }
      case .read: look(atAllOf: file, &picker, &findings)
      }
      if !contents.isEmpty { break }
    }
    findings.accessPath = search.accessPath
    let seen = findings
    guard var found = search.finish(picker, isCancelled) else { return [] }
    found.take(seen)
    let rest = files[next...]
    if !rest.isEmpty { contents.append(.task(.files(Array(rest)))) }
    return contents.isEmpty ? [.found(found)] : [.found(found)] + contents
  }

  /// Searches the text in `buffer`, which is the whole text of a file.
  private mutating func look(
    atAllOf file: SearchedFile, _ picker: inout LinePicker, _ findings: inout FileFindings
  ) {
    findings.files += 1
    findings.bytes += buffer.count
    let start = buffer.withSpan { TextStart.length(ofMarkIn: $0) }
    if start == buffer.count {
      picker.addEmpty(file.name)
      return
    }
    if buffer[buffer.count - 1] != UInt8(ascii: "\n") { TextEnd.endLastLine(of: &buffer) }
    search.noteLines()
    buffer.withSpan { text in
      let text = text.extracting(start..<text.count)
      picker.begin(
        file.name, continuesFile: false, isWhole: true, scanner: search.scanner(for: text))
      _ = picker.look(at: text)
    }
    picker.end(search.isStopped)
  }

  // MARK: Large files

  /// Searches the lines that begin in a given range of a file.
  private mutating func read(
    _ part: Range<Int>, of file: LineFile, _ isCancelled: () -> Bool
  ) -> [Content] {
    // Skip this part only if an earlier part has enough matches by itself. The parts that precede
    // the part with enough matches are still needed.
    if part.lowerBound > file.enoughAt.load(ordering: .relaxed) { return [] }
    let enough = search.enoughPerFile ?? .max
    let maySplit = search.query.wantsRows && part.count > search.smallStrip
    if maySplit, file.hasManyMatches.load(ordering: .relaxed) {
      return search.smallStrips(of: file, in: part)
    }
    let scanner = search.scanner(for: file)
    let skipsLines = !search.query.needsNonMatches
    let isMatch = LinePicker.test(search.query)
    // If the file changes while its mapping is searched, the bytes may mix two versions of the
    // file. If the file has changed, copy the part into a buffer and search the copy.
    for copies in [false, true] {
      var picker = LinePicker(search.query)
      picker.begin(
        file.path, continuesFile: part.lowerBound > 0, isWhole: false,
        scanner: scanner)
      var failure: CorpusError?
      do throws(CorpusError) {
        let reading = try file.read(
          part, inBlocksOf: search.sizes.block, longLine: search.sizes.longLine, copies: copies,
          use: search.sizes.mapping, &buffer,
          test: skipsLines
            ? scanner.map { scanner in
              { scanner.match(in: $0, $1, isLast: $2, isMatch) }
            } : nil,
          takeLine: { picker.takeLine($0) }, isCancelled: isCancelled,
          { text in
            picker.look(at: text) && picker.certainMatches < enough
              && !(maySplit && picker.pickedBytes > search.smallStrip)
          })
        if reading == .changed { continue }
        if reading == .stopped, maySplit, picker.pickedBytes > search.smallStrip {
          file.hasManyMatches.store(true, ordering: .relaxed)
          return search.smallStrips(of: file, in: part)
        }
      } catch {
        failure = error
      }
      if isCancelled() || failure?.code == .cancelled { return [] }
      picker.end(isCancelled)
      search.noteLines()
      failure = failure ?? picker.failure
      guard var findings = picker.finish(isCancelled) else { return [] }
      if findings.matches >= enough { file.enoughAt.min(part.lowerBound, ordering: .relaxed) }
      findings.files = part.lowerBound == 0 ? 1 : 0
      findings.bytes = part.count
      findings.accessPath = search.accessPath
      if let failure { findings.failures = [CorpusError(failure.code, path: file.path)] }
      return [.found(findings)]
    }
    return []
  }

  // MARK: Streams

  /// Searches an input from start to end, and adds findings to the schedule during the search.
  private mutating func stream(
    _ place: RecordStream.Place, _ file: SearchedFile, at node: Int, _ isCancelled: () -> Bool
  ) {
    var node = node
    var findings = FileFindings()
    findings.files = 1
    findings.accessPath = search.accessPath
    var records = recordStream(place, file)
    let isHeld = file.isFound && !records.isSettled
    if isHeld, !streamRecords(records, file, &findings, at: &node, isHeld: true, isCancelled) {
      records = records.asLines
    }
    if records.readsLines, search.searchesRawLines {
      streamLines(place, file, &findings, at: &node, isCancelled)
    } else if !isHeld || records.readsLines {
      _ = streamRecords(records, file, &findings, at: &node, isHeld: false, isCancelled)
    }
    search.schedule.finish(node, [.found(findings)])
    search.render()
  }

  /// Adds findings of a running task to the schedule; returns whether the task should continue.
  ///
  /// The number of matches is added to `matches`.
  func pass(
    _ found: FileFindings, at node: inout Int, _ matches: inout Int, _ isCancelled: () -> Bool
  ) -> Bool {
    matches += found.matches
    node = search.schedule.add(found, at: node)
    search.render()
    if matches >= search.enoughPerFile ?? .max { return false }
    var waited = -1
    while true {
      let seen = search.schedule.changeCount
      guard search.schedule.mustWait(at: node) else { break }
      if isCancelled() { return false }
      search.schedule.waitForChange(after: seen, isFirst: seen != waited)
      waited = seen
    }
    return !isCancelled()
  }

  private func streamLines(
    _ place: RecordStream.Place, _ file: SearchedFile, _ ending: inout FileFindings,
    at node: inout Int, _ isCancelled: () -> Bool
  ) {
    var at = node
    defer { node = at }
    var continues = false
    var matches = 0
    do throws(CorpusError) {
      var lines = try LineStream(place, step: search.sizes.block, isCancelled: search.isStopped)
      let isBinary = try lines.read(
        skipsBinary: skipsBinary(file)
      ) { text in
        var picker = LinePicker(search.query)
        picker.begin(
          file.name, continuesFile: continues, isWhole: false, scanner: search.scanner(for: text))
        continues = true
        search.noteLines()
        _ = picker.look(at: text)
        picker.end(isCancelled)
        guard var found = picker.finish(isCancelled) else { return false }
        found.bytes = text.count
        return pass(found, at: &at, &matches, isCancelled)
      }
      if !continues, !isBinary {
        ending.parts = [FileFindings.Part(path: file.name)]
        ending.fields = FieldMatchers.lineFields
      }
      if isBinary {
        ending.files = 0
        ending.skipped.binary = 1
      }
    } catch {
      ending.note(error, of: file)
    }
  }

  /// The maximum number of blocks whose findings are held back until the file is known to be
  /// well-formed.
  private static var maximumHeldBlocks: Int { 64 }

  /// Streams the records of an input.
  ///
  /// If `isHeld` is true, no findings are added to the schedule until the whole file is known to be
  /// well-formed. Once the findings of `maximumHeldBlocks` blocks are held back, the whole file is
  /// read to check its format.
  ///
  /// - Returns: `false` if the file is malformed and its findings were held back; these findings
  ///   are then not in the schedule.
  private func streamRecords(
    _ stream: RecordStream, _ file: SearchedFile, _ ending: inout FileFindings,
    at node: inout Int, isHeld: Bool, _ isCancelled: () -> Bool
  ) -> Bool {
    var at = node
    var continues = false
    var matches = 0
    var held: [FileFindings]? = isHeld ? [] : nil
    var isMalformed = false
    func passHeld() -> Bool {
      let all = held ?? []
      held = nil
      // The findings are no longer held back, so note the fields of their records.
      for found in all where found.parts.contains(where: { $0.records > 0 }) {
        search.noteFields(found.fields)
      }
      return all.allSatisfy { pass($0, at: &at, &matches, isCancelled) }
    }
    let read = stream.read(
      fields: search.knownFields, pick: search.selectJSONLines, isCancelled: search.isStopped
    ) { piece in
      guard
        let found = search.find(
          in: piece, file.name, continuesFile: continues, isHeld: held != nil, isCancelled)
      else { return false }
      continues = true
      guard let count = held?.count else { return pass(found, at: &at, &matches, isCancelled) }
      held?.append(found)
      if count + 1 < Self.maximumHeldBlocks { return true }
      isMalformed = stream.settled(isCancelled: search.isStopped).readsLines
      return !isMalformed && passHeld()
    }
    if isMalformed || held != nil && read.error?.code.isFormatError == true { return false }
    _ = passHeld()
    node = at
    ending.bytes = read.bytes
    ending.invalidSequences = read.invalidSequences
    if !continues, !read.isBinary, read.error == nil {
      ending.parts = [FileFindings.Part(path: file.name)]
    }
    if read.isBinary {
      ending.files = 0
      ending.skipped.binary = 1
    }
    if let error = read.error { ending.note(error, of: file) }
    return true
  }
}

extension FileFindings {
  /// Adds an error in a file; also counts the file as skipped if it was found in a folder and could
  /// not be read.
  mutating func note(_ error: CorpusError, of file: SearchedFile) {
    switch error.code {
    case .cancelled: return
    case .unreadable, .notFound, .isFolder:
      if file.isFound { skipped.unreadable += 1 }
    case .readFailed, .truncatedGzip, .damagedGzip:
      if file.isFound, bytes == 0 { skipped.unreadable += 1 }
    default: break
    }
    failures.append(
      CorpusError(error.code, path: file.name, line: error.line, column: error.column))
  }

  /// Adds the errors of `others`, and their counts of files, bytes and skipped files.
  ///
  /// Rows and matches are not added. If these findings have no access path yet, they get the access
  /// path of `others`.
  fileprivate mutating func take(_ others: FileFindings) {
    files += others.files
    bytes += others.bytes
    skipped.add(others.skipped)
    failures += others.failures
    accessPath = accessPath ?? others.accessPath
  }
}
