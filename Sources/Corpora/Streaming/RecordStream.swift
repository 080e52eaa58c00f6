package import System
import UnicodeText

/// Reads one input of any format from beginning to end and passes on its records while it reads.
///
/// The stream uses as much memory as one piece of the input plus the largest record of the input.
package struct RecordStream: Sendable {
  /// The file or descriptor from which a stream reads its bytes.
  package enum Place: Sendable {
    case file(FilePath)
    /// An open descriptor, which is read from its current offset and is not closed.
    case descriptor(Int32)
    /// An open regular file, which is read from its start and is not closed; several streams can
    /// read it at the same time.
    case spooled(Int32)
    /// Whole records of an open regular file.
    case part(FilePart)
  }

  package private(set) var place: Place

  /// The path to show.
  package let path: String

  /// Whether the file was found in a folder, where binary files are skipped.
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

    /// The error that ended the read; `nil` if all wanted records were read.
    package var error: CorpusError?
  }

  /// Creates a stream; if `format` is `nil`, the suffix of the path determines the format, and the
  /// default is lines.
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
  ///   - isCancelled: called often; reading ends with `cancelled` when it returns `true`.
  ///   - body: takes the records of a piece; returns whether to continue reading.
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
      // Drop the error if `body` stopped the read.
      if !wantsMore, ending.error?.code == .cancelled { ending.error = nil }
      return ending
    }
  }

  /// Reads only as much input as is needed to find all columns; returns `fields` followed by the
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

  /// Whether the input is skipped if it is binary.
  var skipsBinary: Bool { isFound && !options.searchesBinary }

  /// Whether only a part of a file is read; the bytes of a part do not show whether the file is
  /// binary.
  private var isPart: Bool {
    if case .part = place { true } else { false }
  }

  /// Whether each line is a record, as in plain text.
  package var readsLines: Bool { format.name == LinesFormat().name }

  /// A copy of this stream with the format to use for a file that was found in a folder.
  ///
  /// The format of the file's suffix is kept if the whole file is well-formed in that format;
  /// otherwise, the file is read as lines. The user did not name this file, so its suffix may be
  /// misleading: for example, a JSON file need not be a list of records.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes; O(1) for lines.
  package func settled(isCancelled: @escaping @Sendable () -> Bool) -> RecordStream {
    if isSettled { return self }
    let ending = read(fields: [], pick: Self.pickNone, isCancelled: isCancelled) { _ in true }
    guard let error = ending.error, error.code.isFormatError else { return self }
    return asLines
  }

  /// Whether the format of a file found in a folder is known without reading all of the file.
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

  /// Whether records in the middle of a file can be read without the earlier records; false for
  /// lines.
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
      // Deliver the records before the error.
      builder.dropRecord()
      if error.code != .cancelled { try window.endPiece(of: &builder) }
      throw error
    }
    ending.columnNames = window.columnNames
    ending.invalidSequences = window.invalidSequences
  }
}

extension CorpusError.Code {
  /// Whether the system could not deliver the bytes of a file.
  package var isReadFailure: Bool {
    switch self {
    case .unreadable, .readFailed, .outOfMemory: true
    default: false
    }
  }

  /// Whether the text is malformed in its format, as opposed to a failed read.
  package var isFormatError: Bool {
    switch self {
    case .unclosedQuote, .textAfterQuote, .extraCells, .json, .tooManyFields, .longFieldName: true
    default: false
    }
  }
}
