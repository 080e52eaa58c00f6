package import System
import UnicodeText

/// Reads one input of any format from its beginning to its end, and passes its records on while it does.
///
/// Memory is that of one piece of the input and of its largest record.
package struct RecordStream: Sendable {
  /// Where the bytes come from.
  package enum Place: Sendable {
    case file(FilePath)
    /// An open descriptor, which is read from its current offset, and stays open.
    case descriptor(Int32)
  }

  package let place: Place

  /// The path as it is shown.
  package let path: String

  /// Whether it was found in a folder, where binary files are passed over.
  package let isFound: Bool

  package private(set) var format: any CorpusFormat
  private let options: LoadOptions

  /// The bytes that are read at a time.
  private let step: Int

  /// What came of reading an input.
  package struct Ending: Sendable {
    /// The bytes of text read, after decompression.
    package var bytes = 0

    /// The ill-formed UTF-8 sequences that were replaced.
    package var invalidSequences = 0

    /// Whether it was passed over because it is binary.
    package var isBinary = false

    /// What was wrong with it; `nil` if it was read to its end, or as far as was wanted.
    package var error: CorpusError?
  }

  /// The format `nil` is that of the path's suffix, or lines.
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

  /// Calls `body` with the records of each piece, in order, until it returns `false`.
  ///
  /// - Parameters:
  ///   - fields: the columns that are known before, which come first.
  ///   - pick: chooses the lines that are read, where a format has a record a line; `nil` for all.
  ///   - isCancelled: asked often; once it is `true` reading ends with `cancelled`.
  ///   - body: takes the records of a piece; returns whether more are wanted.
  /// - Returns: what came of it.
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
      // A `body` that wants no more gets no error for that.
      if !wantsMore, ending.error?.code == .cancelled { ending.error = nil }
      return ending
    }
  }

  /// Reads no more than it takes to know all columns, and returns those that are not in `fields` after them.
  ///
  /// That is the first row of CSV and TSV, and all of JSON.
  package func columns(
    after fields: [Field], isCancelled: @escaping @Sendable () -> Bool
  ) -> (fields: [Field], ending: Ending) {
    var builder = makeBuilder(fields)
    var ending = Ending()
    let batches = RecordBatches(wantsFieldsOnly: true, pick: Self.pickNone) { _ in true }
    read(into: &builder, batches, &ending, isCancelled)
    return (builder.table.fields, ending)
  }

  /// Whether its records are lines.
  package var isOfLines: Bool { format.name == LinesFormat().name }

  /// The same input as it is read where it was found in a folder: in the format of its suffix if all of it is well-formed
  /// in that, else as lines.
  ///
  /// Not every JSON file is a list of records, and the caller has not named this one.
  ///
  /// - Complexity: O(*n*) in bytes; O(1) for lines.
  package func settled(isCancelled: @escaping @Sendable () -> Bool) -> RecordStream {
    if isOfLines || options.type != "auto" { return self }
    let ending = read(fields: [], pick: Self.pickNone, isCancelled: isCancelled) { _ in true }
    guard let error = ending.error, error.code.isOfFormat else { return self }
    var settled = self
    settled.format = LinesFormat()
    return settled
  }

  /// Picks no line but those that bring new fields.
  private static let pickNone: RecordBatches.LinePick = {
    _, _, _ in true
  }

  private func makeBuilder(_ fields: [Field]) -> CorpusBuilder {
    var table = FieldTable(wanted: options.fields, aliases: options.aliasFields)
    for field in fields { table.adopt(field) }
    return CorpusBuilder(table: table)
  }

  private func read(
    into builder: inout CorpusBuilder, _ batches: RecordBatches, _ ending: inout Ending,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) {
    do throws(CorpusError) {
      try readUnplaced(into: &builder, batches, &ending, isCancelled)
    } catch {
      ending.error = CorpusError(
        error.code, path: error.path ?? path, line: error.line, column: error.column)
    }
  }

  private func readUnplaced(
    into builder: inout CorpusBuilder, _ batches: RecordBatches, _ ending: inout Ending,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) {
    let source =
      switch place {
      case .file(let path): try ByteSource(path, isCancelled: isCancelled)
      case .descriptor(let descriptor):
        ByteSource(borrowing: descriptor, isCancelled: isCancelled)
      }
    var sizes = BlockSizes()
    sizes.least = .max
    let monitor = LoadMonitor(isCancelled: isCancelled, progress: nil)
    var window = InputWindow(
      source, monitor: monitor, isStrict: options.isStrict, limit: Segment.limit, step: step,
      blocks: sizes)
    window.batches = batches
    defer { ending.bytes = monitor.bytesRead }
    try window.refill()
    if isFound, !options.searchesBinary, window.looksBinary {
      ending.isBinary = true
      return
    }
    builder.sources.begin(path, at: 0)
    do throws(CorpusError) {
      try format.read(&window, into: &builder, options: options)
    } catch {
      // What came before a fault was read.
      builder.dropRecord()
      if error.code != .cancelled { try window.endPiece(of: &builder) }
      throw error
    }
    ending.invalidSequences = window.invalidSequences
  }
}

extension CorpusError.Code {
  /// Whether the text is not as its format wants it.
  fileprivate var isOfFormat: Bool {
    switch self {
    case .unclosedQuote, .textAfterQuote, .extraCells, .json, .tooManyFields, .longFieldName: true
    default: false
    }
  }
}
