internal import JSON
internal import UnicodeText

/// Converts JSON values to records.
///
/// The members of an object become fields; the members of a nested object get dotted names. A value
/// that is not an object is stored in the field `text`, like a plain line. The scalars of an array
/// become several values of one field, separated by newlines. An array that contains arrays or
/// objects is stored as compact JSON.
struct JSONRecordReader: ~Copyable {
  var scanner: JSONScanner

  /// The reason why the builder refused a value; set when `JSONScanError.refused` is thrown.
  private var refusal: CorpusError.Code?

  /// The dotted name of the current member.
  private var name = GrowableBuffer<UInt8>()

  /// For each open object, the length of `name` without the object's own key.
  private var outerLengths = GrowableBuffer<Int>()

  /// The offset of the current record, and the offset of the first line break after that offset.
  private var recordStart = 0
  private var lineBreak = Int.max

  /// The likely index of the next member's entry in the field table: the index after the previous
  /// member's entry.
  private var guess = 0

  init(isLenient: Bool) { scanner = JSONScanner(isLenient: isLenient) }

  /// Writes the cells of the value at `start` without ending the record, and returns the offset
  /// where the value ends.
  ///
  /// `lineBreak` is the offset of the first line break after `start`.
  mutating func readCells(
    _ text: Span<UInt8>, _ start: Int, lineBreak: Int = .max, into builder: inout CorpusBuilder
  ) throws(JSONScanError) -> Int {
    recordStart = start
    self.lineBreak = lineBreak
    name.truncate(to: 0)
    outerLengths.truncate(to: 0)
    guess = 0
    if text[start] == UInt8(ascii: "{") { return try object(text, start + 1, into: &builder) }
    let entry: Int
    do throws(CorpusError) {
      entry = try builder.table.entry(named: Field.line)
    } catch {
      throw refuse(error.code)
    }
    return try cell(text, start, entry, into: &builder)
  }

  /// Ends the record of the value that begins at `offset` on line `line`.
  mutating func endRecord(
    line: Int, at offset: Int, of builder: inout CorpusBuilder
  ) throws(JSONScanError) {
    do throws(CorpusError) {
      try builder.endRecord(line: line, at: offset)
    } catch {
      throw refuse(error.code)
    }
  }

  private mutating func refuse(_ code: CorpusError.Code) -> JSONScanError {
    refusal = code
    return .refused
  }

  /// Converts the error `stop` to a load error; `text` begins at the position `start`.
  func error(
    _ stop: JSONScanError, in text: Span<UInt8>, from start: TextPosition
  ) -> CorpusError {
    switch stop {
    case .refused:
      guard let refusal else { preconditionFailure("a refusal has a reason") }
      return start.error(refusal)
    case .incomplete: return start.position(of: text.count, in: text).error(.json(.unexpectedEnd))
    case .wrong(let problem, let offset):
      return start.position(of: min(offset, text.count), in: text).error(.json(problem))
    }
  }

  /// Reads the members of an object and of its nested objects; `start` is the offset after the
  /// opening brace.
  private mutating func object(
    _ text: Span<UInt8>, _ start: Int, into builder: inout CorpusBuilder
  ) throws(JSONScanError) -> Int {
    var at = start
    outerLengths.append(0)
    var isEmpty = try scanner.next(text, &at) == UInt8(ascii: "}")
    while true {
      if isEmpty {
        isEmpty = false
      } else {
        let outer = name.count
        try key(text, &at)
        let byte = try scanner.next(text, &at)
        if byte == UInt8(ascii: "{") {
          outerLengths.append(outer)
          at += 1
          isEmpty = try scanner.next(text, &at) == UInt8(ascii: "}")
          continue
        }
        at = try cell(text, at, entry(&builder), into: &builder)
        name.truncate(to: outer)
      }
      if try !hasMore(text, &at) { return at }
    }
  }

  /// Skips the closing braces after a member, and then a comma.
  ///
  /// Returns false if the last skipped brace ends the record.
  private mutating func hasMore(_ text: Span<UInt8>, _ at: inout Int) throws(JSONScanError) -> Bool
  {
    while true {
      if try scanner.hasMore(text, &at, closing: UInt8(ascii: "}")) { return true }
      let last = outerLengths.count - 1
      name.truncate(to: outerLengths[last])
      outerLengths.truncate(to: last)
      if last == 0 { return false }
    }
  }

  /// Appends the key at `at` to `name` and skips its colon.
  private mutating func key(_ text: Span<UInt8>, _ at: inout Int) throws(JSONScanError) {
    try scanner.expect(UInt8(ascii: "\""), .keyExpected, text, &at)
    if outerLengths.count > 1 { name.append(UInt8(ascii: ".")) }
    at = try scanner.string(text, at, to: &name)
    if name.count > FieldTable.nameLimit {
      throw refuse(.longFieldName(limit: FieldTable.nameLimit))
    }
    try scanner.expect(UInt8(ascii: ":"), .colonExpected, text, &at)
    at += 1
  }

  private mutating func entry(_ builder: inout CorpusBuilder) throws(JSONScanError) -> Int {
    do throws(CorpusError) {
      let entry = try name.withSpan { name throws(CorpusError) in
        try builder.table.entry(utf8: name, guess: guess)
      }
      guess = entry + 1
      return entry
    } catch {
      throw refuse(error.code)
    }
  }

  /// Writes the value at `start` as a cell, or discards the value if its column is dropped; returns
  /// where the value ends.
  private mutating func cell(
    _ text: Span<UInt8>, _ start: Int, _ entry: Int, into builder: inout CorpusBuilder
  ) throws(JSONScanError) -> Int {
    var end = start
    let before = builder.text.count
    let replaced = scanner.replaced
    if text[start] == UInt8(ascii: "["), let scalars = try array(text, start, to: &builder.text) {
      end = scalars
    } else if text[start] == UInt8(ascii: "[") {
      builder.dropCell()
      scanner.replaced = replaced
      end = try scanner.compact(text, start, to: &builder.text)
    } else {
      end = try scanner.scalar(text, start, to: &builder.text)
    }
    if let column = builder.table.entries[entry].column {
      let place = place(of: text[start], start..<end, written: builder.text.count - before)
      builder.endCell(column, at: place)
    } else {
      builder.dropCell()
    }
    return end
  }

  /// The position of a value in its record.
  ///
  /// The value starts with the byte `first`, and its decoded text has `written` bytes.
  private func place(of first: UInt8, _ value: Range<Int>, written: Int) -> CellPlaces.Packed {
    if value.lowerBound > lineBreak { return .unknown }
    let isQuoted = first == UInt8(ascii: "\"")
    // The stored text differs from the file if the lengths differ: an escape is longer than the
    // decoded character, and an array is longer than its values.
    let isDecoded = written != value.count - (isQuoted ? 2 : 0)
    return CellPlaces.Packed(
      at: value.lowerBound - recordStart, isQuoted: isQuoted, isDecoded: isDecoded)
  }

  /// Writes the scalars of an array, separated by newlines, and returns where the array ends; nil
  /// if the array contains arrays or objects.
  private mutating func array(
    _ text: Span<UInt8>, _ start: Int, to output: inout GrowableBuffer<UInt8>
  ) throws(JSONScanError) -> Int? {
    var at = start + 1
    if try scanner.next(text, &at) == UInt8(ascii: "]") { return at + 1 }
    while true {
      let first = try scanner.next(text, &at)
      if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { return nil }
      at = try scanner.scalar(text, at, to: &output)
      if try !scanner.hasMore(text, &at, closing: UInt8(ascii: "]")) { return at }
      output.append(UInt8(ascii: "\n"))
    }
  }
}
