package import System
import UnicodeText

/// Reads one input of any format from beginning to end, and passes its records to the caller during
/// reading.
///
/// The memory use is about the size of one piece of the input plus the size of its largest record.
package struct RecordStream: Sendable {
  /// The file or descriptor from which a stream reads its bytes.
  package enum Place: Sendable {
    case file(FilePath)
    /// An open descriptor; the stream reads it from its current offset, and does not close it.
    case descriptor(Int32)
    /// An open regular file; the stream reads it from its start, and does not close it.
    ///
    /// Several streams can read the file at the same time.
    case spooled(Int32)
    /// Whole records of an open regular file.
    case part(FilePart)
  }

  package private(set) var place: Place

  /// The path of the input in results and errors.
  package let path: String

  /// Whether the file was found in a folder; a file found in a folder is skipped if it is binary.
  package let isFound: Bool

  package private(set) var format: any CorpusFormat
  let options: LoadOptions

  /// The number of bytes read at a time.
  private let step: Int

  /// The result of reading an input.
  package struct Ending: Sendable {
    /// The number of bytes of text read, after decompression.
    package var bytes = 0

    /// The number of ill-formed UTF-8 sequences that were replaced.
    package var invalidSequences = 0

    /// Whether the input was skipped because it is binary.
    package var isBinary = false

    /// The names of the columns of a delimited file, if its first row was read.
    var columnNames: [String]?

    /// The error that ended the read; `nil` if the read ended without an error.
    package var error: CorpusError?
  }

  /// Creates a stream.
  ///
  /// If `format` is `nil`, the suffix of the path determines the format; the default is lines.
  package init(
    _ place: Place, path: String, isFound: Bool, format: (any CorpusFormat)?,
    options: LoadOptions, step: Int = 1 << 18
  ) {
    self.place = place
    self.path = path
    self.isFound = isFound
    self.format = format ?? FormatCatalog.format(ofFileNamed: path) ?? LinesFormat()
    self.options = options
    self.step = step
  }

  /// Calls `body` with the records of each piece, in order, until `body` returns `false`.
  ///
  /// - Parameters:
  ///   - fields: the columns that are known in advance, which become the first columns.
  ///   - pick: selects the lines to read, if the format has one record per line; `nil` to read all
  ///     lines.
  ///   - isCancelled: called often; reading ends with `cancelled` after a call that returns `true`.
  ///   - body: receives the records of a piece, and returns whether to continue reading.
  /// - Returns: the result of the read.
  package func read(
    fields: [Field], pick: RecordBatches.LinePick? = nil,
    isCancelled: @escaping @Sendable () -> Bool, _ body: (RecordPiece) -> Bool
  ) -> Ending {
    withoutActuallyEscaping(body) { body in
      var builder = makeBuilder(fields)
      var wantsMore = true
      let batches = RecordBatches(pick: pick) { piece in
        wantsMore = body(piece)
        return wantsMore
      }
      var ending = Ending()
      read(into: &builder, batches, &ending, isCancelled)
      // If `body` stopped the read, `cancelled` is not an error.
      if !wantsMore, ending.error?.code == .cancelled { ending.error = nil }
      return ending
    }
  }

  /// Reads only the input that is needed to find all columns, and returns `fields` followed by the
  /// new columns.
  ///
  /// For CSV and TSV, this method reads the first row; for JSON, it reads the whole input.
  package func columns(
    after fields: [Field], isCancelled: @escaping @Sendable () -> Bool
  ) -> (fields: [Field], ending: Ending) {
    var builder = makeBuilder(fields)
    var ending = Ending()
    let batches = RecordBatches(wantsFieldsOnly: true, pick: Self.pickNone) { _ in true }
    read(into: &builder, batches, &ending, isCancelled)
    return (builder.table.fields, ending)
  }

  /// Whether to skip the input if it is binary.
  var skipsBinary: Bool { isFound && !options.searchesBinary }

  /// Whether the stream reads only a part of a file; the bytes of a part do not show whether the
  /// file is binary.
  private var isPart: Bool {
    if case .part = place { true } else { false }
  }

  /// Whether each line is a record, as in plain text.
  package var readsLines: Bool { format.name == LinesFormat().name }

  /// For a file that was found in a folder: a copy of this stream with a format that fits the
  /// contents of the file.
  ///
  /// If the whole file is well-formed in the format of its suffix, the copy has that format;
  /// otherwise, the copy reads lines. The user did not name this file, so its suffix may be
  /// misleading: for example, many JSON files are not lists of records.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes; O(1) for lines.
  package func settled(isCancelled: @escaping @Sendable () -> Bool) -> RecordStream {
    if isSettled { return self }
    let ending = read(fields: [], pick: Self.pickNone, isCancelled: isCancelled) { _ in true }
    guard let error = ending.error, error.code.isFormatError else { return self }
    return asLines
  }

  /// Whether the format of a file found in a folder can be determined without reading the whole
  /// file.
  package var isSettled: Bool { readsLines || options.type != "auto" }

  /// A copy of this stream that reads the input as lines.
  package var asLines: RecordStream {
    var copy = self
    copy.format = LinesFormat()
    return copy
  }

  /// A copy of this stream that reads from `place`.
  func reading(_ place: Place) -> RecordStream {
    var copy = self
    copy.place = place
    return copy
  }

  /// Selects no lines, so that only lines with new fields are read.
  private static let pickNone: RecordBatches.LinePick = {
    _, _, _ in true
  }

  /// Whether records in the middle of a file can be read without the earlier records; false for the
  /// format `lines`.
  package var continues: Bool { format.continues && !readsLines }

  private func makeBuilder(_ fields: [Field]) -> CorpusBuilder {
    var table = FieldTable(options)
    for field in fields { table.adopt(field) }
    return CorpusBuilder(table: table)
  }

  private func read(
    into builder: inout CorpusBuilder, _ batches: RecordBatches, _ ending: inout Ending,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) {
    do throws(CorpusError) {
      try readWithoutPath(into: &builder, batches, &ending, isCancelled)
    } catch {
      ending.error = CorpusError(
        error.code, path: error.path ?? path, line: error.line, column: error.column)
    }
  }

  private func readWithoutPath(
    into builder: inout CorpusBuilder, _ batches: RecordBatches, _ ending: inout Ending,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) {
    let source = try ByteSource(place, isCancelled: isCancelled)
    var sizes = BlockSizes()
    sizes.minimumFileBytes = .max
    let monitor = LoadMonitor(isCancelled: isCancelled, progress: nil)
    var window = InputWindow(
      source, monitor: monitor, isStrict: options.isStrict, limit: Segment.limit, step: step,
      blocks: sizes)
    window.batches = batches
    defer { ending.bytes = monitor.bytesRead }
    if case .part(let part) = place {
      try window.begin(
        at: part.bytes.lowerBound, end: part.bytes.upperBound, line: part.line,
        columnNames: format is DelimitedFormat ? part.columns : nil)
    }
    window.skipsBinary = skipsBinary && !isPart
    try window.refill()
    if window.skipsBinary, window.looksBinary {
      ending.isBinary = true
      return
    }
    builder.sources.begin(path, at: 0)
    do throws(CorpusError) {
      try format.read(&window, into: &builder, options: options)
    } catch {
      // Pass on the records that precede the error.
      builder.dropRecord()
      if error.code != .cancelled { try window.endPiece(of: &builder) }
      throw error
    }
    ending.columnNames = window.columnNames
    ending.invalidSequences = window.invalidSequences
  }
}

extension CorpusError.Code {
  /// Whether the bytes of a file could not be read.
  package var isReadFailure: Bool {
    switch self {
    case .unreadable, .readFailed, .outOfMemory: true
    default: false
    }
  }

  /// Whether the text is malformed in its format, or exceeds a limit.
  package var isFormatError: Bool {
    switch self {
    case .unclosedQuote, .textAfterQuote, .extraCells, .json, .tooManyFields, .longFieldName: true
    default: false
    }
  }
}
