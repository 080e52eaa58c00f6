internal import System
internal import UnicodeText

/// The position up to which a plain file was read, and a digest of the text before that position.
///
/// After text was appended to the file, the loader can use the mark to read only the new text.
package struct FileMark: Sendable {
  /// The number of samples that the digest covers, and the size of each sample in bytes.
  private static let (pieces, pieceBytes) = (32, 1_024)

  let path: String
  let format: any CorpusFormat
  let identity: FileIdentity

  /// The number of bytes of the file that were read.
  let offset: Int

  /// The number of the line after the last record, from 1.
  let line: Int

  /// The names in the first row of a delimited file.
  let columnNames: [String]?

  /// The index of the last record, if its line has no line end and may therefore grow.
  package var openRecord: Int?

  /// The digest of samples of the text before `offset`.
  private let digest: [UInt8]

  /// Creates a mark for an open file that was read up to `offset`.
  ///
  /// `records` are the indices of the file's records.
  ///
  /// Returns nil if appended text cannot be read without the earlier text.
  init?(
    _ file: PlainFile, path: String, as format: any CorpusFormat, offset: Int, line: Int,
    columnNames: [String]?, records: Range<Int>
  ) {
    guard format.continues, let status = try? FileStatus(of: file.descriptor),
      let digest = Self.digest(of: file, upTo: offset)
    else { return nil }
    self.path = path
    self.format = format
    identity = status.identity
    self.offset = offset
    self.line = line
    self.columnNames = columnNames
    self.digest = digest
    if offset > 0, !records.isEmpty, file.bytes(offset - 1..<offset) != [UInt8(ascii: "\n")] {
      openRecord = records.upperBound - 1
    }
  }

  /// Whether the file probably still begins with the text that was read; only samples of the text
  /// are compared.
  func isPrefix(of file: PlainFile) -> Bool {
    guard let status = try? FileStatus(of: file.descriptor) else { return false }
    return status.identity == identity && file.size >= offset
      && Self.digest(of: file, upTo: offset) == digest
  }

  /// The digest of samples of the text before `end`; the samples are evenly distributed.
  private static func digest(of file: PlainFile, upTo end: Int) -> [UInt8]? {
    var digest = SHA256()
    let last = max(0, end - pieceBytes)
    for piece in 0..<pieces {
      let start = last / (pieces - 1) * piece + last % (pieces - 1) * piece / (pieces - 1)
      guard let bytes = file.bytes(start..<min(end, start + pieceBytes)) else { return nil }
      digest.update(bytes.span)
      if end <= pieceBytes { break }
    }
    return digest.finalized()
  }
}

extension PlainFile {
  /// The maximum number of bytes that `endOfLastLine` searches for a newline.
  private static let longestOpenLine = 1 << 20

  /// The bytes in `range` of the file; nil if the file is shorter or cannot be read.
  func bytes(_ range: Range<Int>) -> [UInt8]? {
    var buffer = GrowableBuffer<UInt8>()
    guard append(range.count, at: range.lowerBound, to: &buffer), buffer.count == range.count else {
      return nil
    }
    return buffer.withSpan { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// The offset after the last newline in `range`; nil if no newline is near the end of `range`.
  func endOfLastLine(in range: Range<Int>) -> Int? {
    var end = range.upperBound
    let lowest = max(range.lowerBound, range.upperBound - Self.longestOpenLine)
    while end > lowest {
      let start = max(lowest, end - (1 << 16))
      guard let bytes = bytes(start..<end) else { return nil }
      if let place = bytes.lastIndex(of: UInt8(ascii: "\n")) { return start + place + 1 }
      end = start
    }
    return end == 0 ? 0 : nil
  }
}

/// How a file has changed since its mark was created.
package enum FileGrowth {
  /// Nothing was appended, or only an incomplete line was appended.
  case none

  /// The file was replaced or shortened, or its earlier text has changed, so the whole file must be
  /// read again.
  case other

  /// The appended records, and the new mark.
  ///
  /// The mark's `openRecord` is an index into the appended records.
  case more(Corpus, FileMark)
}

extension CorpusLoader {
  /// Reads the text that was appended to the file of `mark`.
  ///
  /// If the last line had no line end when the mark was created, the first new record replaces the
  /// record of that line.
  ///
  /// - Parameters:
  ///   - mark: the position up to which the file was read.
  ///   - fields: the columns, in order, of the corpus to which the caller will append the records.
  ///   - options: the options of the first load.
  ///   - wholeLines: whether to read only complete lines; if so, an incomplete last line is left to
  ///     a later call.
  ///   - isCancelled: called before each read.
  /// - Returns: how the file has changed since `mark`.
  /// - Throws: the errors of a load, with the path of the file.
  /// - Complexity: O(*n*), where *n* is the number of bytes that were appended.
  package static func growth(
    since mark: FileMark, fields: [Field], options: LoadOptions, wholeLines: Bool,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CorpusError) -> FileGrowth {
    do throws(CorpusError) {
      return try readGrowth(since: mark, fields, options, wholeLines, isCancelled)
    } catch {
      // If a quoted cell is not closed yet, wait for appended text that closes it.
      if wholeLines, error.code == .unclosedQuote { return .none }
      throw CorpusError(
        error.code, path: error.path ?? mark.path, line: error.line, column: error.column)
    }
  }

  private static func readGrowth(
    since mark: FileMark, _ fields: [Field], _ options: LoadOptions, _ wholeLines: Bool,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) -> FileGrowth {
    let source = try ByteSource(FilePath(mark.path), isCancelled: isCancelled)
    guard let file = source.plainFile(start: 0), mark.isPrefix(of: file) else { return .other }
    if file.size == mark.offset { return .none }
    var (start, line) = (mark.offset, mark.line)
    if mark.openRecord != nil {
      // A row without a line end can begin on an earlier line if the row has a quoted cell.
      // Therefore, if the last line of a delimited file contains a quote, the whole file must be
      // read again.
      guard let lineStart = file.endOfLastLine(in: 0..<mark.offset),
        mark.format is LinesFormat || mark.columnNames == nil
          || file.bytes(lineStart..<mark.offset)?.contains(UInt8(ascii: "\"")) == false
      else { return .other }
      // In delimited files, `mark.line` is the number of the last line, which has no line end. In
      // other formats, `mark.line` is one higher than that number.
      (start, line) = (lineStart, mark.columnNames == nil ? mark.line - 1 : mark.line)
    }
    var end = file.size
    if wholeLines {
      guard let lineEnd = file.endOfLastLine(in: mark.offset..<end), lineEnd > mark.offset else {
        return .none
      }
      end = lineEnd
    }
    var table = FieldTable(options)
    for field in fields { _ = try table.column(named: field.name) }
    var builder = CorpusBuilder(table: table, limit: Segment.limit)
    builder.sources.begin(mark.path, at: 0)
    var window = InputWindow(
      source, monitor: LoadMonitor(isCancelled: isCancelled, progress: nil),
      isStrict: options.isStrict, limit: builder.limit, step: InputWindow.step,
      blocks: BlockSizes())
    try window.begin(at: start, end: end, line: line, columnNames: mark.columnNames)
    try window.refill()
    try mark.format.read(&window, into: &builder, options: options)
    let count = builder.count
    let next = FileMark(
      file, path: mark.path, as: mark.format, offset: end, line: window.line,
      columnNames: window.columnNames, records: 0..<count)
    guard let next else { return .other }
    return .more(builder.finish(name: ""), next)
  }
}
