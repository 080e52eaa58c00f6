internal import JSON
internal import UnicodeText

/// Reads all lines of a JSON Lines text, or a selection of the lines.
struct JSONLinesReader: ~Copyable {
  /// The number of the next line, from 1.
  var line = 1

  private var records: JSONRecordReader
  private var names = JSONNames()

  /// The number of lone surrogates that were replaced by U+FFFD.
  var replaced: Int { records.scanner.replaced }

  init(isLenient: Bool) { records = JSONRecordReader(isLenient: isLenient) }

  /// Reads lines until `builder` has `cellLimit` cells; all lines except the last must have a line
  /// end.
  ///
  /// - Returns: the number of bytes read.
  mutating func read(
    _ text: Span<UInt8>, into builder: inout CorpusBuilder, _ cellLimit: Int
  ) throws(CorpusError) -> Int {
    var start = 0
    while start < text.count, builder.cellCount < cellLimit {
      start = try readLine(at: start, of: text, into: &builder)
    }
    return start
  }

  /// Reads the lines that `pick` selects, and all lines that may be malformed or have new fields.
  ///
  /// The numbers of the records that were read are stored in `picked`, even if an error is thrown.
  /// If all lines were read, `picked` remains `nil`.
  ///
  /// - Returns: the number of bytes read or skipped; reading stops when `builder` has `cellLimit`
  ///   cells.
  mutating func read(
    _ text: Span<UInt8>, _ pick: RecordBatches.LinePick, into builder: inout CorpusBuilder,
    _ cellLimit: Int, _ picked: inout PickedRecords?
  ) throws(CorpusError) -> Int {
    var wanted = GrowableBuffer<Int>()
    guard pick(text, builder.table.fields, { wanted.append($0.lowerBound) }) else {
      return try read(text, into: &builder, cellLimit)
    }
    var numbers = GrowableBuffer<UInt32>()
    var count = 0
    var end = 0
    var failure: CorpusError?
    do throws(CorpusError) {
      end = try read(text, wanted.freeze(), into: &builder, cellLimit, &count, &numbers)
    } catch {
      failure = error
    }
    picked = PickedRecords(count: count, numbers: numbers.freeze())
    if let failure { throw failure }
    return end
  }

  /// Reads the lines that begin at the offsets `wanted`, and lines that cannot be skipped.
  ///
  /// Adds the number of read and skipped records to `count`, and appends the number of each read
  /// record to `numbers`.
  private mutating func read(
    _ text: Span<UInt8>, _ wanted: FrozenBuffer<Int>, into builder: inout CorpusBuilder,
    _ cellLimit: Int, _ count: inout Int, _ numbers: inout GrowableBuffer<UInt32>
  ) throws(CorpusError) -> Int {
    var next = 0
    var start = 0
    // `wanted` was chosen with the fields that were known before this text. If a line adds a field,
    // all following lines must be read.
    let known = builder.table.entries.count
    while start < text.count, builder.cellCount < cellLimit {
      if builder.table.entries.count == known {
        while next < wanted.count, wanted[next] < start { next += 1 }
        let end = next < wanted.count ? wanted[next] : text.count
        let passed = names.pass(text, in: start..<end)
        start = passed.end
        line += passed.lines
        count += passed.records
        if start == text.count { break }
      }
      let before = builder.count
      let end = try readLine(at: start, of: text, into: &builder)
      if builder.count > before {
        names.learn(text.extracting(start..<end))
        numbers.append(UInt32(count))
        count += 1
      }
      start = end
    }
    return start
  }

  /// Reads one line and returns where the next line begins.
  private mutating func readLine(
    at start: Int, of text: Span<UInt8>, into builder: inout CorpusBuilder
  ) throws(CorpusError) -> Int {
    let newline = Kernels.firstIndex(of: UInt8(ascii: "\n"), in: text, from: start)
    let content = text.extracting(start..<(newline ?? text.count))
    do throws(JSONScanError) {
      try readValue(of: content, into: &builder)
    } catch {
      throw records.error(error, in: content, from: TextPosition(line: line))
    }
    line += 1
    return newline.map { $0 + 1 } ?? text.count
  }

  private mutating func readValue(
    of content: Span<UInt8>, into builder: inout CorpusBuilder
  ) throws(JSONScanError) {
    let start = records.scanner.skipWhitespace(content, 0)
    if start == content.count { return }
    let end = try records.readCells(content, start, into: &builder)
    let after = records.scanner.skipWhitespace(content, end)
    if after < content.count { throw .wrong(.textAfterEnd, after) }
    try records.endRecord(line: line, at: start, of: &builder)
  }
}
