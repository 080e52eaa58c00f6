internal import Corpora
internal import System

/// Reads the column names of files.
struct FieldReader {
  private let options: LoadOptions
  private let choice: FormatChoice
  private let inputs: ReadOnceInputs
  private let cancellation: Cancellation
  private var fields: [Field] = []

  init(
    _ options: LoadOptions, _ choice: FormatChoice, _ inputs: ReadOnceInputs,
    _ cancellation: Cancellation
  ) {
    self.options = options
    self.choice = choice
    self.inputs = inputs
    self.cancellation = cancellation
  }

  /// The columns of all files, in order of appearance; the column `text` of lines if there are none.
  ///
  /// Ignores errors in a file: the search reports them when it reads its records.
  mutating func fields(of paths: [String]) throws(SearchError) -> [Field] {
    for path in paths {
      try cancellation.check()
      if path != "-", (try? FileFacts.of(path).isFolder) == true {
        try readFolder(FilePath(path))
      } else {
        read(FilePath(path), name: path, isFound: false)
      }
    }
    return fields.isEmpty ? [Field("text")] : fields
  }

  private mutating func readFolder(_ path: FilePath) throws(SearchError) {
    guard let walk = try? FolderWalk(options) else { return }
    var skipped = SkippedFiles()
    var open: [WalkEntry] = [.folder(walk.root(path))]
    while let entry = open.popLast() {
      try cancellation.check()
      switch entry {
      case .file(let file): read(file.path, name: file.path.text, isFound: true)
      case .folder(let folder):
        open += ((try? walk.list(folder, skipped: &skipped)) ?? []).reversed()
      }
    }
  }

  private mutating func read(_ path: FilePath, name: String, isFound: Bool) {
    if choice.isLines(path), options.keepsRawLines {
      add([Field("text")])
      return
    }
    var stream = RecordStream(
      inputs[name] ?? .file(path), path: name, isFound: isFound,
      format: choice.format(ofFileNamed: name), options: options)
    if isFound {
      stream = stream.settled(isCancelled: { [cancellation] in cancellation.isCancelled })
    }
    if stream.readsLines, options.keepsRawLines { return add([Field("text")]) }
    add(
      stream.columns(after: fields, isCancelled: { [cancellation] in cancellation.isCancelled })
        .fields)
  }

  private mutating func add(_ more: [Field]) {
    for field in more where !fields.contains(where: { $0.name == field.name }) {
      fields.append(field)
    }
  }
}
