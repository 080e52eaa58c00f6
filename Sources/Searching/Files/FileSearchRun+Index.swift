internal import Corpora
internal import Indexing
internal import System

/// Searching files and folders that a stored index covers.
extension FileSearchRun {
  /// The tasks for one of the given paths; `nil` if no usable index covers the path.
  func indexedTasks(ofPath path: String) -> [Content]? {
    guard let cover = indexes?[path], options.keepsRawLines else { return nil }
    let file = FilePath(path)
    switch cover.place {
    case .folder(let number):
      // A file may have replaced the folder since the folder was indexed.
      guard Platform.status(of: file)?.isDirectory == true,
        let walk = try? FolderWalk(options)
      else { return nil }
      let root = walk.root(file)
      let folder = cover.index.folder(number, as: root, by: walk, at: cover.names)
      return [.task(.indexedFolder(root, walk, folder, cover))]
    case .file(let number):
      guard let status = Platform.status(of: file), status.isRegular,
        let indexed = cover.index.file(number, ifStill: status.stamp), !indexed.isBinary,
        canUse(indexed, path: file),
        // A malformed file of records is indexed as lines. If the user named the file, search it
        // without the index, so that the error is reported.
        !indexed.isLines || choice.isLines(file)
      else { return nil }
      return contents(of: SearchedFile(file, name: path, isFound: false), indexed, cover)
    }
  }

  /// The findings and tasks for the files of an indexed folder and its subfolders.
  ///
  /// One call lists a limited number of folders; each further folder becomes a separate task.
  func list(
    _ folder: WalkedFolder, _ walk: FolderWalk, _ indexed: IndexedFolder,
    _ cover: IndexedPaths.Cover
  ) -> [Content] {
    var listing = IndexedListing(self, walk, cover)
    listing.list(folder, indexed)
    return listing.finish()
  }

  /// Whether this search can use the index for a file.
  ///
  /// The index is usable if no option changes how files are read. The index is also usable if it
  /// describes the file as lines, and the search reads raw lines.
  func canUse(_ file: IndexedFile, path: @autoclosure () -> FilePath) -> Bool {
    if options.readsUsualFormats { return true }
    return searchesRawLines && file.isPlain && choice.isLines(path())
  }

  /// The name of the access path for files that a stored index covers.
  static var indexPath: String { "stored index" }

  /// If no record of a file can match, adds the counts of the file to `findings` and returns true.
  func skips(
    _ file: IndexedFile, _ cover: IndexedPaths.Cover, _ findings: inout FileFindings
  ) -> Bool {
    if cover.blocks.count(in: file) > 0 { return false }
    findings.files += 1
    findings.indexed.blocks += file.blockCount
    noteRecords(of: file)
    return true
  }

  /// Whether a file is read as lines; for an empty file, this depends on the file's name.
  func hasLines(_ file: IndexedFile, path: @autoclosure () -> FilePath) -> Bool {
    file.isLines && (file.lines > 0 || choice.isLines(path()))
  }

  /// Notes the columns of a file's records; these columns affect which fields of the query are
  /// reported as unknown.
  func noteRecords(of file: IndexedFile) {
    // A search without the index would read no record of an empty file, so note no columns.
    if file.lines == 0 { return }
    if searchesRawLines, file.isLines { noteLines() } else { noteFields(fields(of: file)) }
  }

  /// The findings for a skipped file; `nil` if the search needs neither the counts nor the columns
  /// of the file.
  func counts(ofSkipped file: IndexedFile, _ path: () -> FilePath) -> FileFindings? {
    guard query.request.listsAllFiles || query.countsRecords || !file.isLines else { return nil }
    var found = FileFindings()
    if !file.isLines, file.lines > 0 { found.fields = file.columns.map { Field($0) } }
    found.parts = [part(of: path().text, lines: file.lines, continuesFile: false)]
    return found
  }

  /// The fields of a file's records in this search; fields that are already known come first.
  func fields(of file: IndexedFile) -> [Field] {
    let own = file.isLines ? [Field("text")] : file.columns.map { Field($0) }
    if searchesRawLines, file.isLines || knownFields.isEmpty { return own }
    return knownFields + own.filter { field in !knownFields.contains { $0.name == field.name } }
  }

  /// The counts of a part of a file in which no record matches the query.
  func part(of path: String, lines: Int, continuesFile: Bool) -> FileFindings.Part {
    var part = FileFindings.Part(path: path, continuesFile: continuesFile)
    part.lines = query.countsLines ? lines : 0
    part.records = query.countsRecords ? lines : 0
    part.matches = query.isInverted ? lines : 0
    return part
  }

  /// The findings and tasks for a file that has not changed since it was indexed.
  ///
  /// The tasks read only blocks that may match.
  func contents(
    of file: SearchedFile, _ indexed: IndexedFile, _ cover: IndexedPaths.Cover
  ) -> [Content] {
    var findings = FileFindings()
    findings.accessPath = Self.indexPath
    if skips(indexed, cover, &findings) {
      if hasLines(indexed, path: file.path) { findings.fields = FieldMatchers.lineFields }
      return [.found(findings)]
        + (counts(ofSkipped: indexed) { file.path }.map { [.found($0)] } ?? [])
    }
    findings.indexed.blocks = indexed.blockCount
    let kept = cover.blocks.count(in: indexed)
    let hasOffsets = indexed.hasRecordOffsets || indexed.isPlain && searchesRawLines
    let runs =
      hasOffsets && !query.request.details.hasContext && kept * 2 < indexed.blockCount
      ? try? cover.blocks.runs(in: indexed, joining: sizes.block / 8, atMost: sizes.maxBytesPerTask)
      : nil
    guard let runs, !runs.contains(where: { $0.bytes.count > 2 * sizes.maxBytesPerTask }) else {
      findings.indexed.blocksRead = indexed.blockCount
      return [.found(findings), .task(.files([file]))]
    }
    findings.indexed.blocksRead = kept
    return [.found(findings)]
      + tasks(
        reading: runs, atMost: sizes.maxBytesPerTask,
        BlockRuns(file: file, indexed: indexed, linesAfter: indexed.lines))
  }

  /// The tasks that read runs of consecutive blocks; each task reads at most about `limit` bytes.
  ///
  /// `all` describes these tasks as if they were one task. `all.linesBefore` is the number of lines
  /// of the file before the first of these tasks. `all.linesAfter` is the number of lines up to the
  /// end of the last of these tasks. `all.isFirst` is whether the first of these tasks is the first
  /// task of the file.
  func tasks(
    reading runs: [CandidateBlocks.Run], atMost limit: Int, _ all: BlockRuns
  ) -> [Content] {
    var contents: [Content] = []
    var next = all
    var bytes = 0
    func end(at line: Int) {
      if next.runs.isEmpty { return }
      next.linesAfter = line
      contents.append(.task(.blocks(next)))
      next.isFirst = false
      next.linesBefore = line
      next.runs = []
      bytes = 0
    }
    for run in runs {
      if bytes + run.bytes.count > limit, let last = next.runs.last {
        end(at: last.firstLine + last.lines)
      }
      next.runs.append(run)
      bytes += run.bytes.count
    }
    end(at: all.linesAfter)
    return contents
  }

  /// The findings for lines that are not read, because the index shows that none of these lines
  /// matches.
  func gap(_ blocks: BlockRuns, lines: Int, isFirst: Bool) -> FileFindings {
    var findings = FileFindings()
    findings.files = isFirst ? 1 : 0
    findings.parts = [part(of: blocks.file.name, lines: lines, continuesFile: !isFirst)]
    return findings
  }
}

extension LoadOptions {
  /// Whether file names determine the formats of files, and no option changes how the files are
  /// read.
  var readsUsualFormats: Bool {
    type == "auto" && delimiter == nil && hasHeader && !isLenient
  }
}
