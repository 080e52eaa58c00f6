internal import Corpora
internal import Indexing
internal import System
internal import UnicodeText

extension FileWorker {
  /// Searches some blocks of a file, or the whole file if it has changed since its blocks were
  /// chosen.
  mutating func read(_ blocks: BlockRuns, _ isCancelled: () -> Bool) -> [Content] {
    guard let contents = contents(of: blocks, isCancelled) else {
      // If the file has changed, only its first task can restart the search of the file. When a
      // later task notices the change, rows of earlier tasks may already have been delivered.
      if blocks.isFirst, !blocks.mustBeUnchanged { return [.task(.files([blocks.file]))] }
      var findings = FileFindings()
      findings.failures = [
        CorpusError(
          .readFailed(
            reason: blocks.mustBeUnchanged
              ? FileSnapshot.changeReason : "the file changed during the search"),
          path: blocks.file.name)
      ]
      return [.found(findings)]
    }
    return contents
  }

  /// The findings in the blocks; `nil` if the file has changed or cannot be read.
  private mutating func contents(
    of blocks: BlockRuns, _ isCancelled: () -> Bool
  ) -> [Content]? {
    guard let descriptor = try? Platform.open(blocks.file.path, for: .readingWithoutWaiting) else {
      return nil
    }
    defer { Platform.close(descriptor) }
    func isUnchanged() -> Bool {
      (try? FileStatus(of: descriptor))?.stamp == blocks.indexed.stamp
    }
    guard isUnchanged() else { return nil }
    let contents =
      blocks.indexed.hasRecordOffsets || !search.searchesRawLines
      ? foundRecords(in: blocks, descriptor, isCancelled)
      : search.query.wantsRows || search.query.countsLines
        ? found(in: blocks, descriptor, isCancelled) : counted(in: blocks, descriptor, isCancelled)
    if isCancelled() { return [] }
    return isUnchanged() ? contents : nil
  }

  /// The findings in each run of blocks, and the counts of the records between the runs.
  ///
  /// Returns `nil` if a run could not be read.
  private mutating func foundRecords(
    in blocks: BlockRuns, _ descriptor: Int32, _ isCancelled: () -> Bool
  ) -> [Content]? {
    var contents: [Content] = []
    var isFirst = blocks.isFirst
    var records = blocks.linesBefore
    let fields = search.fields(of: blocks.indexed)
    for run in blocks.runs {
      if isCancelled() { return nil }
      if run.firstLine > records || isFirst {
        contents.append(
          .found(search.gap(blocks, lines: run.firstLine - records, isFirst: isFirst)))
        isFirst = false
      }
      records = run.firstLine + run.lines
      let stream = RecordStream(
        reading: run, of: blocks.indexed, descriptor, named: blocks.file.name, search.choice,
        search.options, step: search.sizes.block)
      var count = 0
      let ending = stream.read(
        fields: fields, pick: search.selectJSONLines, isCancelled: search.isStopped
      ) { piece in
        guard
          let found = search.find(in: piece, blocks.file.name, continuesFile: true, isCancelled)
        else { return false }
        count += piece.count
        contents.append(.found(found))
        return true
      }
      guard ending.error == nil, count == run.lines else { return nil }
      var findings = FileFindings()
      findings.bytes = ending.bytes
      contents.append(.found(findings))
    }
    if blocks.linesAfter > records {
      contents.append(
        .found(search.gap(blocks, lines: blocks.linesAfter - records, isFirst: isFirst)))
    }
    return contents
  }

  /// The findings in each run of blocks, and the counts of the lines between the runs.
  ///
  /// Returns `nil` if a run could not be read.
  private mutating func found(
    in blocks: BlockRuns, _ descriptor: Int32, _ isCancelled: () -> Bool
  ) -> [Content]? {
    var contents: [Content] = []
    var isFirst = blocks.isFirst
    var lines = blocks.linesBefore
    for run in blocks.runs {
      if isCancelled() { return nil }
      if run.firstLine > lines || isFirst {
        contents.append(
          .found(search.gap(blocks, lines: run.firstLine - lines, isFirst: isFirst)))
        isFirst = false
      }
      lines = run.firstLine + run.lines
      var picker = LinePicker(search.query)
      guard look(at: run, of: blocks.file, descriptor, &picker, isFirst: false, isCancelled),
        var findings = search.finish(picker, isCancelled)
      else { return nil }
      findings.bytes = run.bytes.count
      contents.append(.found(findings))
    }
    if blocks.linesAfter > lines {
      contents.append(
        .found(search.gap(blocks, lines: blocks.linesAfter - lines, isFirst: isFirst)))
    }
    return contents
  }

  /// The number of matches in all runs; `nil` if a run could not be read.
  private mutating func counted(
    in blocks: BlockRuns, _ descriptor: Int32, _ isCancelled: () -> Bool
  ) -> [Content]? {
    var picker = LinePicker(search.query)
    var bytes = 0
    for (index, run) in blocks.runs.enumerated() {
      let isFirst = blocks.isFirst && index == 0
      guard look(at: run, of: blocks.file, descriptor, &picker, isFirst: isFirst, isCancelled)
      else { return nil }
      bytes += run.bytes.count
    }
    guard var findings = search.finish(picker, isCancelled) else { return nil }
    findings.bytes = bytes
    findings.files = blocks.isFirst ? 1 : 0
    return [.found(findings)]
  }

  /// Searches a run of blocks.
  ///
  /// Returns `false` if the run could not be read or the search was canceled.
  private mutating func look(
    at run: CandidateBlocks.Run, of file: SearchedFile, _ descriptor: Int32,
    _ picker: inout LinePicker, isFirst: Bool, _ isCancelled: () -> Bool
  ) -> Bool {
    if isCancelled() { return false }
    buffer.truncate(to: 0)
    guard buffer.reserveIfPossible(run.bytes.count + 64) else { return false }
    var isRead = true
    buffer.append(upTo: run.bytes.count) {
      isRead = Platform.fill(&$0, from: descriptor, at: run.bytes.lowerBound)
    }
    guard isRead, buffer.count == run.bytes.count, buffer.count > 0 else { return false }
    if buffer[buffer.count - 1] != UInt8(ascii: "\n") { TextEnd.endLastLine(of: &buffer) }
    search.noteLines()
    buffer.withSpan { text in
      picker.begin(
        file.name, continuesFile: !isFirst, isWhole: false, scanner: search.scanner(for: text))
      _ = picker.look(at: text)
    }
    picker.end(isCancelled)
    return true
  }
}

extension RecordStream {
  /// Creates a stream of the records in a run of blocks of an open file.
  init(
    reading run: CandidateBlocks.Run, of file: IndexedFile, _ descriptor: Int32, named name: String,
    _ choice: FormatChoice, _ options: LoadOptions, step: Int
  ) {
    // A malformed file of records is indexed as lines.
    let format: any CorpusFormat =
      file.isLines ? LinesFormat() : choice.format(ofFileNamed: name)
    let line = file.isLines ? run.firstLine : run.fileLines
    let part = FilePart(
      descriptor, run.bytes, line: line + 1, columns: file.isLines ? nil : file.columns)
    self.init(
      .part(part), path: name, isFound: true, format: format, options: options, step: step)
  }
}
