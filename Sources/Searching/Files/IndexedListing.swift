internal import Corpora
internal import Indexing
internal import System

/// Lists folders that a stored index covers, for one task of a file search.
struct IndexedListing<Product: Sendable> {
  typealias Content = FileSchedule<Product>.Content

  private let search: FileSearchRun<Product>
  private let walk: FolderWalk
  private let cover: IndexedPaths.Cover

  /// The counts of files that need not be read, and of skipped folder entries.
  private var findings = FileFindings()

  /// Findings and tasks in the order of output.
  private var contents: [Content] = []

  /// The most recently listed files, which are not in a task yet.
  private var files: [SearchedFile] = []

  /// Whether `contents` already includes the column `text`, because a file of lines was skipped.
  private var hasLineFields = false

  /// The number of folders that were listed.
  private var folders = 0

  init(_ search: FileSearchRun<Product>, _ walk: FolderWalk, _ cover: IndexedPaths.Cover) {
    self.search = search
    self.walk = walk
    self.cover = cover
    findings.accessPath = FileSearchRun<Product>.indexPath
    findings.indexed.isWatched = cover.index.watchedChanges != nil
  }

  /// Lists a folder and a limited number of its subfolders.
  mutating func list(_ folder: WalkedFolder, _ indexed: IndexedFolder) {
    folders += 1
    var skipped = SkippedFiles()
    do throws(CorpusError) {
      try cover.index.visit(indexed, as: folder, by: walk, skipped: &skipped) { entry, path in
        switch entry {
        case .folder(let inner, let known): add(inner, known)
        case .file(let known): add(known, path)
        }
      }
    } catch {
      endFiles()
      skipped.noteUnreadable()
      var failed = FileFindings()
      failed.accessPath = findings.accessPath
      failed.failures = [error]
      contents.append(.found(failed))
    }
    findings.skipped.add(skipped)
  }

  /// Ends the listing, and returns its findings and tasks in the order of output.
  consuming func finish() -> [Content] {
    endFiles()
    return [.found(findings)] + contents
  }

  private mutating func endFiles() {
    if !files.isEmpty { contents.append(.task(.files(files))) }
    files = []
  }

  private mutating func add(_ folder: WalkedFolder, _ known: IndexedFolder?) {
    if let known, folders < search.sizes.maxFoldersPerTask { return list(folder, known) }
    endFiles()
    guard let known else { return contents.append(.task(.folder(folder, walk))) }
    contents.append(.task(.indexedFolder(folder, walk, known, cover)))
  }

  /// Appends findings that contain only the column `text`, which is the column of a file of lines.
  ///
  /// The position of the first file of lines affects the order of all columns.
  private mutating func addLineFields() {
    hasLineFields = true
    endFiles()
    var found = FileFindings()
    found.fields = FieldMatchers.lineFields
    contents.append(.found(found))
  }

  private mutating func add(_ known: IndexedFile?, _ path: () -> FilePath) {
    if let known, known.isBinary, !search.searchesBinary {
      findings.skipped.noteBinary()
      return
    }
    if let known, !known.isBinary, search.canUse(known, path: path()) {
      if search.skips(known, cover, &findings) {
        if !hasLineFields, search.hasLines(known, path: path()) { addLineFields() }
        guard let counts = search.counts(ofSkipped: known, path) else { return }
        endFiles()
        contents.append(.found(counts))
        return
      }
      let file = SearchedFile(path(), isFound: true)
      if known.stamp.size >= search.sizes.minimumBytesToSplit {
        endFiles()
        contents += search.contents(of: file, known, cover)
        return
      }
      findings.indexed.blocks += known.blockCount
      findings.indexed.blocksRead += known.blockCount
      files.append(file)
    } else {
      findings.indexed.otherFiles += 1
      files.append(SearchedFile(path(), isFound: true))
    }
    if files.count == search.sizes.maxFilesPerTask { endFiles() }
  }
}
