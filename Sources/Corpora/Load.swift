internal import System
import UnicodeText

/// Loads inputs into one corpus; an instance contains the state of one load.
struct Load: ~Copyable {
  /// An input to read from beginning to end.
  struct Input {
    enum Place {
      case file(FilePath)
      case standardInput
    }

    let place: Place

    /// The path as the caller gave it; the path of a file in a folder begins with the folder's path
    /// as the caller gave it.
    let path: String

    /// The format of the input; nil if the name of the file determines the format.
    var format: (any CorpusFormat)?

    /// Whether the file was found in a folder; a file found in a folder is skipped if it is binary
    /// or unreadable.
    var isFound = false

    /// The size on disk, in bytes; nil if it is unknown or may differ from the size of the text.
    var size: Int?
  }

  private(set) var report = LoadReport()
  private let options: LoadOptions
  private let standardInput: Int32
  private let monitor: LoadMonitor
  private let step: Int
  private let blocks: BlockSizes
  private var builder: CorpusBuilder
  private var hasher: SHA256?

  /// Whether to create a mark (`FileMark`) of each file.
  var wantsMarks = false

  init(
    _ options: LoadOptions, standardInput: Int32, limit: Int, step: Int, blocks: BlockSizes,
    monitor: LoadMonitor
  ) {
    self.options = options
    self.standardInput = standardInput
    self.monitor = monitor
    self.step = step
    self.blocks = blocks
    hasher = options.computesSHA256 ? SHA256() : nil
    builder = CorpusBuilder(
      table: FieldTable(options), limit: limit)
  }

  /// The inputs that `paths` name; a folder is replaced by the files in it.
  ///
  /// - Throws: `unknownType`; `notFound` or `unreadable` if a path is missing or unreadable.
  mutating func inputs(of paths: [String]) throws(CorpusError) -> [Input] {
    let format = try chosenFormat()
    var inputs: [Input] = []
    for path in paths {
      if path == "-" {
        inputs.append(Input(place: .standardInput, path: path, format: format ?? LinesFormat()))
        continue
      }
      let file = FilePath(path)
      let kind: FileStatus.Kind
      do throws(SystemError) {
        kind = try Platform.kind(of: file, followsLinks: true)
      } catch {
        try leaveOut(ByteSource.openingError(error, file))
        continue
      }
      switch kind {
      case .file(let size):
        let known = format ?? FormatCatalog.format(ofFileNamed: path) ?? LinesFormat()
        inputs.append(
          Input(
            place: .file(file), path: path, format: known,
            size: path.hasSuffix(".gz") ? nil : size))
      case .folder: inputs += try self.inputs(inFolder: file, format)
      default:
        inputs.append(Input(place: .file(file), path: path, format: format ?? LinesFormat()))
      }
    }
    return inputs
  }

  /// The inputs for the files in a folder.
  private mutating func inputs(
    inFolder folder: FilePath, _ chosen: (any CorpusFormat)?
  ) throws(CorpusError) -> [Input] {
    var files: [FilePath] = []
    do throws(CorpusError) {
      let tree = try FolderTree(folder, options: options, isCancelled: monitor.isCancelled)
      files = tree.files
      report.skipped.add(tree.skipped)
    } catch {
      guard case .unreadable = error.code else { throw error }
      try leaveOut(error)
    }
    return files.map { file in
      Input(
        place: .file(file), path: file.text, format: chosen ?? resolvedFormat(of: file),
        isFound: true,
        size: monitor.reportsProgress ? Self.size(of: file) : nil)
    }
  }

  /// The format that `RecordStream.settled` chooses for a file found in a folder.
  private func resolvedFormat(of file: FilePath) -> (any CorpusFormat)? {
    RecordStream(.file(file), path: file.text, isFound: true, format: nil, options: options)
      .settled(isCancelled: monitor.isCancelled).format
  }

  /// The size of a file in a folder; nil if the file must be opened to find its size.
  private static func size(of file: FilePath) -> Int? {
    guard !file.nameText.hasSuffix(".gz"),
      case .file(let size) = try? Platform.kind(of: file, followsLinks: false)
    else { return nil }
    return size
  }

  /// The total size of all inputs; nil if the size of any input is unknown.
  func size(of inputs: [Input]) -> Int? {
    var total = 0
    for input in inputs {
      guard let size = input.size else { return nil }
      total += size
    }
    return total
  }

  private func chosenFormat() throws(CorpusError) -> (any CorpusFormat)? {
    if options.type == "auto" { return nil }
    if let format = FormatCatalog.named(options.type) { return format }
    let nearest = Nearest.match(options.type, among: FormatCatalog.typeNames)
    throw CorpusError(.unknownType(options.type, nearest: nearest))
  }

  private mutating func leaveOut(_ error: CorpusError) throws(CorpusError) {
    if !options.skipsUnreadable { throw error }
    report.failures.append(error)
  }

  /// Adds an unreadable file of a folder to the report, which lists the first 100 errors.
  private mutating func skip(_ input: Input, _ error: CorpusError) {
    report.skipped.unreadable += 1
    if report.unreadable.count < 100 {
      report.unreadable.append(CorpusError(error.code, path: input.path))
    }
  }

  /// Reads one input to its end; a thrown error contains the path of the input.
  mutating func read(_ input: Input) throws(CorpusError) {
    do throws(CorpusError) {
      try readWithoutPath(input)
    } catch {
      throw CorpusError(
        error.code, path: error.path ?? input.path, line: error.line, column: error.column)
    }
  }

  private mutating func readWithoutPath(_ input: Input) throws(CorpusError) {
    guard var window = try open(input) else { return }
    window.skipsBinary = input.isFound && !options.searchesBinary
    do throws(CorpusError) {
      try window.refill()
    } catch {
      // If the first read of a file found in a folder fails, as for some files in /proc, skip the
      // file like a file that cannot be opened.
      guard input.isFound, error.code.isReadError else { throw error }
      skip(input, error)
      return
    }
    if window.skipsBinary && window.looksBinary {
      report.skipped.binary += 1
      return
    }
    monitor.beginFile()
    builder.sources.begin(input.path, at: builder.count)
    let format = input.format ?? LinesFormat()
    let first = builder.count
    try format.read(&window, into: &builder, options: options)
    if wantsMarks, let file = window.plainFile, window.size != nil {
      let mark = FileMark(
        file, path: input.path, as: format, offset: file.size, line: window.line,
        columnNames: window.columnNames, records: first..<builder.count)
      if let mark { report.marks.append(mark) }
    }
    report.invalidSequences += window.invalidSequences
    hasher = window.hasher
  }

  /// Opens the input; nil if the input is skipped because it cannot be opened.
  private mutating func open(_ input: Input) throws(CorpusError) -> InputWindow? {
    switch input.place {
    case .standardInput:
      let source = ByteSource(
        borrowing: standardInput, hasher: hasher, isCancelled: monitor.isCancelled)
      return InputWindow(
        source, monitor: monitor, isStrict: options.isStrict, limit: builder.limit,
        step: step, blocks: blocks)
    case .file(let path):
      do throws(CorpusError) {
        let source = try ByteSource(path, hasher: hasher, isCancelled: monitor.isCancelled)
        return InputWindow(
          source, monitor: monitor, isStrict: options.isStrict, limit: builder.limit,
          step: step, blocks: blocks)
      } catch {
        if error.code == .cancelled { throw error }
        if input.isFound {
          skip(input, error)
        } else {
          try leaveOut(CorpusError(error.code, path: input.path))
        }
        return nil
      }
    }
  }

  /// Checks that all requested columns exist, and returns the corpus.
  ///
  /// - Throws: `unknownField`.
  mutating func finish(name: String) throws(CorpusError) -> Corpus {
    if let unknown = builder.table.firstUnknown() { throw unknown }
    report.sha256 = hasher?.finalized()
    return builder.finish(name: name)
  }
}

extension CorpusError.Code {
  /// Whether the file could not be read or decompressed.
  fileprivate var isReadError: Bool {
    switch self {
    case .readFailed, .truncatedGzip, .damagedGzip: true
    default: false
    }
  }
}
