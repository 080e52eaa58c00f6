internal import Corpora
internal import Indexing
internal import System

/// Reads the column names of files, or takes them from stored indexes.
struct FieldReader {
  private let options: LoadOptions
  private let choice: FormatChoice
  private let inputs: ReadOnceInputs
  private let indexes: IndexChoice?
  private let cancellation: Cancellation
  private var fields: [Field] = []

  /// The error of the first file that could not be read; `nil` if all files could be read.
  ///
  /// The result of `fields(of:)` lacks the columns of files that could not be read.
  private(set) var failure: CorpusError?

  init(
    _ options: LoadOptions, _ choice: FormatChoice, _ inputs: ReadOnceInputs,
    _ indexes: IndexChoice?, _ cancellation: Cancellation
  ) {
    self.options = options
    self.choice = choice
    self.inputs = inputs
    self.indexes = options.readsUsualFormats && options.keepsRawLines ? indexes : nil
    self.cancellation = cancellation
  }

  /// The columns of all files, in order of appearance; `text` if the files have no columns.
  ///
  /// Ignores errors in the format of a file: the search reports them when it reads the records.
  mutating func fields(of paths: [String]) throws(SearchError) -> [Field] {
    for path in paths {
      try cancellation.check()
      let file = FilePath(path)
      if path != "-", (try? FileFacts.of(path).isFolder) == true {
        try readFolder(file, cover(of: path))
        continue
      }
      var known: IndexedFile?
      // Reading the first row of a delimited file takes less time than opening an index.
      let format = choice.format(ofFileNamed: path)
      if inputs[path] == nil, path != "-", !choice.isLines(file), !(format is DelimitedFormat),
        let cover = cover(of: path), case .file(let number) = cover.place,
        let status = Platform.status(of: file), status.isRegular
      {
        known = cover.index.file(number, ifStill: status.stamp)
      }
      read(file, name: path, isFound: false, known)
    }
    return fields.isEmpty ? [Field("text")] : fields
  }

  /// The index that covers a path; `nil` if no usable index covers the path.
  private func cover(of path: String) -> IndexStore.Cover? {
    guard let indexes, let absolute = Platform.resolved(path) else { return nil }
    return (try? indexes.store.cover(of: absolute)) ?? nil
  }

  private enum Entry {
    case file(FilePath, IndexedFile?)
    case folder(WalkedFolder, IndexedFolder?)
  }

  private mutating func readFolder(
    _ path: FilePath, _ cover: IndexStore.Cover?
  ) throws(SearchError) {
    guard let walk = try? FolderWalk(options) else { return }
    var skipped = SkippedFiles()
    let root = walk.root(path)
    var known: IndexedFolder?
    if let cover, case .folder(let number) = cover.place {
      known = cover.index.folder(number, as: root, by: walk, at: cover.names)
    }
    var open: [Entry] = [.folder(root, known)]
    while let entry = open.popLast() {
      try cancellation.check()
      switch entry {
      case .file(let path, let known): read(path, name: path.text, isFound: true, known)
      case .folder(let folder, let known):
        open += entries(of: folder, walk, cover, known, &skipped).reversed()
      }
    }
  }

  private func entries(
    of folder: WalkedFolder, _ walk: FolderWalk, _ cover: IndexStore.Cover?,
    _ known: IndexedFolder?, _ skipped: inout SkippedFiles
  ) -> [Entry] {
    var entries: [Entry] = []
    guard let cover, let known else {
      for entry in (try? walk.list(folder, skipped: &skipped)) ?? [] {
        switch entry {
        case .file(let file): entries.append(.file(file.path, nil))
        case .folder(let inner): entries.append(.folder(inner, nil))
        }
      }
      return entries
    }
    try? cover.index.visit(known, as: folder, by: walk, skipped: &skipped) { entry, path in
      switch entry {
      case .file(let file): entries.append(.file(path(), file))
      case .folder(let inner, let known): entries.append(.folder(inner, known))
      }
    }
    return entries
  }

  private mutating func read(
    _ path: FilePath, name: String, isFound: Bool, _ known: IndexedFile?
  ) {
    if choice.isLines(path), options.keepsRawLines {
      add([Field("text")])
      return
    }
    if let known, !known.isBinary {
      if !known.isLines { return add(known.columns.map { Field($0) }) }
      // A malformed file in a folder is read as lines.
      if isFound, known.lines > 0 { return add([Field("text")]) }
    }
    var stream = RecordStream(
      inputs[name] ?? .file(path), path: name, isFound: isFound,
      format: choice.format(ofFileNamed: name), options: options)
    if isFound {
      stream = stream.settled(isCancelled: { [cancellation] in cancellation.isCancelled })
    }
    if stream.readsLines, options.keepsRawLines { return add([Field("text")]) }
    let (found, ending) = stream.columns(
      after: fields, isCancelled: { [cancellation] in cancellation.isCancelled })
    add(found)
    if failure == nil, let error = ending.error, error.code.isReadFailure {
      failure = CorpusError(error.code, path: name)
    }
  }

  private mutating func add(_ more: [Field]) {
    for field in more where !fields.contains(where: { $0.name == field.name }) {
      fields.append(field)
    }
  }
}
