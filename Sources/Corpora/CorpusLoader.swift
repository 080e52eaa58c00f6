internal import System
import UnicodeText

/// Loads files, folders and standard input as one corpus.
///
///     let loaded = try CorpusLoader.load(["notes.txt", "releases.csv"])
///     print(loaded.corpus.count, loaded.report.bytes)
public enum CorpusLoader {
  /// Loads `paths`, in order, as one corpus.
  ///
  /// `-` is standard input, and the empty path is the current folder. The files of a folder are
  /// read in the order of their names. Gzip data is decompressed, whatever the name of the file.
  ///
  /// - Parameters:
  ///   - paths: Files, folders, or `-`.
  ///   - options: How to read the paths.
  ///   - standardInput: The descriptor that `-` reads; it is not closed.
  ///   - isCancelled: Called often, even while a read of standard input blocks.
  ///   - progress: Called after each read; most reads are 256 KB or longer.
  /// - Returns: The corpus, and a report on what was read.
  /// - Throws: `CorpusError`, if an input cannot be loaded; there is no partial result.
  /// - Complexity: O(*n*), where *n* is the number of bytes read. Peak memory is the size of the
  ///   corpus plus the size of its longest record.
  public static func load(
    _ paths: [String], options: LoadOptions = LoadOptions(), standardInput: Int32 = 0,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: ((LoadProgress) -> Void)? = nil
  ) throws(CorpusError) -> LoadResult {
    try load(
      paths, options: options, standardInput: standardInput, limit: Segment.limit,
      step: InputWindow.step, blocks: BlockSizes(), isCancelled: isCancelled, progress: progress)
  }

  /// Loads files; tests choose the sizes of segments, reads and blocks.
  package static func load(
    _ paths: [String], options: LoadOptions, standardInput: Int32 = 0, limit: Int,
    step: Int, blocks: BlockSizes = BlockSizes(),
    isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: ((LoadProgress) -> Void)? = nil
  ) throws(CorpusError) -> LoadResult {
    let start = Platform.seconds()
    let monitor = LoadMonitor(isCancelled: isCancelled, progress: progress)
    var load = Load(
      options, standardInput: standardInput, limit: limit, step: step, blocks: blocks,
      monitor: monitor)
    let inputs = try load.inputs(of: paths)
    monitor.bytesExpected = load.size(of: inputs)
    load.wantsMarks = inputs.count <= 64 && inputs.allSatisfy { !$0.isFound }
    for input in inputs { try load.read(input) }
    let corpus = try load.finish(name: options.name ?? name(of: paths.first ?? "-"))
    var report = load.report
    report.records = corpus.count
    if report.marks.count != inputs.count { report.marks = [] }
    report.bytes = monitor.bytesRead
    report.files = monitor.files
    report.seconds = Platform.seconds() - start
    return LoadResult(corpus: corpus, report: report)
  }

  /// The name of a corpus loaded from `path`: the file name without the suffix of its format.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public static func name(of path: String) -> String {
    if path == "-" { return "stdin" }
    var bytes = FilePath(path).bytes
    while bytes.count > 1 && bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    if path == "/" { return "root" }
    let name = FilePath(bytes: bytes).lastComponent
    if [[], Array(".".utf8), Array("..".utf8)].contains(Array(name)) {
      let folder = name.count > 1 ? Platform.currentFolder()?.folder : Platform.currentFolder()
      return folder.map { String(decoding: $0.lastComponent, as: UTF8.self) } ?? "folder"
    }
    var text = String(decoding: name, as: UTF8.self)
    if text.hasSuffix(".gz") && text.count > 3 { text.removeLast(3) }
    if let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")), dot > text.startIndex,
      FormatCatalog.format(ofFileNamed: text) != nil
    {
      text = String(text[..<dot])
    }
    return text
  }
}
