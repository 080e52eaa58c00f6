internal import Corpora
internal import Synchronization

/// Searching large files of records in parts, on several threads.
extension FileWorker {
  /// Creates a stream that reads the records of an input.
  func recordStream(_ place: RecordStream.Place, _ file: SearchedFile) -> RecordStream {
    RecordStream(
      place, path: file.name, isFound: file.isFound,
      format: search.choice.format(ofFileNamed: file.name), options: search.options,
      step: search.sizes.block)
  }

  /// The tasks that search a file of records.
  ///
  /// A file found in a folder is divided only if the options give its format. Otherwise, the whole
  /// file must be read before its format is known.
  func tasks(ofRecordsIn file: SearchedFile) -> [Content] {
    let stream = recordStream(.file(file.path), file)
    guard !file.isFound || stream.isSettled,
      let records = RecordFile(
        file.path, stream, partBytes: search.sizes.strip,
        minimumBytes: search.sizes.minimumBytesToSplit, isCancelled: search.isStopped)
    else { return [.task(.stream(.file(file.path), file))] }
    return records.parts.indices.map { .task(.records(records, part: $0, file)) }
  }

  /// Searches a part of a file of records.
  ///
  /// If the part ends inside a quoted cell, the next part does not begin at the start of a record.
  /// A single task then searches the file from the start of this part to the end.
  func read(
    _ part: Int, of records: RecordFile, _ file: SearchedFile, _ isCancelled: () -> Bool
  ) -> [Content] {
    let source = RecordFilePart(last: records.last, number: part)
    if source.isDropped { return [] }
    let enough = search.enoughPerFile ?? .max
    var contents: [Content] = []
    var matches = 0
    let countsLines = search.query.wantsRows
    var read = records.stream(of: part..<part + 1, countsLines: countsLines).read(
      fields: fields(of: records), pick: search.selectJSONLines, isCancelled: search.isStopped
    ) { piece in
      guard
        var found = search.find(
          in: piece, file.name, continuesFile: part > 0 || !contents.isEmpty, isCancelled)
      else { return false }
      found.source = source
      matches += found.matches
      contents.append(.found(found))
      return matches < enough
    }
    if isCancelled() { return [] }
    if matches >= enough || read.error != nil { records.last.number.min(part, ordering: .relaxed) }
    if read.error?.code == .unclosedQuote, part + 1 < records.parts.count {
      return [.task(.restOfRecords(records, part: part, file))]
    }
    if read.error != nil, !records.isDelimited { search.matchers.noteFieldsAfterError() }
    if !countsLines, let error = read.error {
      let line = error.line.map { $0 + records.line(ofPart: part) - 1 }
      read.error = CorpusError(error.code, path: error.path, line: line, column: error.column)
    }
    return contents + [.found(ending(of: read, source, file, hasRecords: !contents.isEmpty))]
  }

  /// Searches a file of records from the start of a part to the end of the file.
  ///
  /// Findings are added to the schedule as soon as they are available.
  mutating func stream(
    from part: Int, of records: RecordFile, _ file: SearchedFile, at node: Int,
    _ isCancelled: () -> Bool
  ) {
    let source = RecordFilePart(last: records.last, number: part)
    var node = node
    var contents: [Content] = []
    if !source.isDropped {
      var hasRecords = false
      var matches = 0
      let read = records.stream(of: part..<records.parts.count, countsLines: true).read(
        fields: fields(of: records), pick: search.selectJSONLines, isCancelled: search.isStopped
      ) { piece in
        guard
          var found = search.find(
            in: piece, file.name, continuesFile: part > 0 || hasRecords, isCancelled)
        else { return false }
        found.source = source
        hasRecords = true
        return pass(found, at: &node, &matches, isCancelled)
      }
      contents = [.found(ending(of: read, source, file, hasRecords: hasRecords))]
    }
    search.schedule.finish(node, contents)
    search.render()
  }

  /// The fields that are known before a part is read.
  private func fields(of records: RecordFile) -> [Field] {
    let known = Set(search.knownFields.map(\.name))
    return search.knownFields + records.firstFields.filter { !known.contains($0.name) }
  }

  /// The findings at the end of a read: the counts and any error, but no records.
  private func ending(
    of read: RecordStream.Ending, _ source: RecordFilePart, _ file: SearchedFile, hasRecords: Bool
  ) -> FileFindings {
    var findings = FileFindings()
    findings.source = source
    findings.files = source.number == 0 ? 1 : 0
    findings.bytes = read.bytes
    findings.invalidSequences = read.invalidSequences
    findings.accessPath = search.accessPath
    if source.number == 0, !hasRecords, read.error == nil {
      findings.parts = [FileFindings.Part(path: file.name)]
    }
    if let error = read.error { findings.note(error, of: file) }
    return findings
  }
}
