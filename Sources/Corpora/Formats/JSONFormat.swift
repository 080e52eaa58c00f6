internal import JSON
internal import UnicodeText

/// JSON: an array whose elements are the records.
///
/// The array can also be a member of an object, as in `{"count": 2, "items": [{...}, {...}]}`. Then
/// the first array of objects is read, and all other members are skipped.
package struct JSONFormat: CorpusFormat {
  package let name = "json"
  package let summary = "an array of strings or objects, or an object with such an array"
  package let fileExtensions = ["json"]

  package init() {}

  package func read(
    _ input: inout InputWindow, into builder: inout CorpusBuilder, options: LoadOptions
  ) throws(CorpusError) {
    builder.mayHoldNonASCII = true
    var reader = ArrayReader(isLenient: options.isLenient)
    while true {
      let (isAtEnd, cellLimit) = (input.isAtEnd, input.cellLimit)
      let consumed = try input.withUnread { text throws(CorpusError) in
        try reader.read(text, isAtEnd: isAtEnd, into: &builder, cellLimit)
      }
      input.consume(consumed)
      input.line = reader.position.line
      try input.endPiece(of: &builder)
      // If the cell limit was reached, parse the remaining elements before reading more text.
      if reader.isFull { continue }
      if isAtEnd { break }
      try input.refill()
    }
    if options.isStrict && reader.replaced > 0 { throw CorpusError(.invalidText) }
    input.noteReplaced(reader.replaced)
  }
}

/// Reads the elements of one array, piece by piece.
private struct ArrayReader: ~Copyable {
  private enum Stage {
    case beforeArray
    case beforeFirstKey
    case beforeKey
    case beforeMember
    case afterMember
    case beforeFirst
    case beforeElement
    case afterElement
    case afterArray
  }

  /// The number of a line, and the offsets in the current text where the line starts and ends.
  private struct Line {
    var number: Int
    var start: Int
    var end: Int
  }

  /// The position of the next byte to read.
  private(set) var position = TextPosition()
  private var stage = Stage.beforeArray

  /// The number of bytes in the current line before the next byte to read.
  private var lineOffset = 0

  /// The position of the object that contains the array.
  private var outer: TextPosition?
  private var hasFoundArray = false

  /// Whether the last call to `read` stopped at the cell limit.
  private(set) var isFull = false
  private var records: JSONRecordReader

  /// The number of lone surrogates that were replaced by U+FFFD.
  var replaced: Int { records.scanner.replaced }

  init(isLenient: Bool) { records = JSONRecordReader(isLenient: isLenient) }

  /// Reads the elements that are complete in `text`, until `builder` has `cellLimit` cells.
  ///
  /// Returns the number of bytes consumed.
  mutating func read(
    _ text: Span<UInt8>, isAtEnd: Bool, into builder: inout CorpusBuilder, _ cellLimit: Int
  ) throws(CorpusError) -> Int {
    records.scanner.isAtEnd = isAtEnd
    isFull = false
    var at = 0
    var done = 0
    var line = position.line
    // Both variables are offsets in `text`; `lineStart` is negative if the line begins before
    // `text`.
    var lineStart = -lineOffset
    var lineBreak = -1
    do throws(JSONScanError) {
      while true {
        at = records.scanner.skipWhitespace(text, at)
        let breaks = Kernels.count(of: UInt8(ascii: "\n"), in: text.extracting(done..<at))
        if breaks > 0 {
          line += breaks
          lineStart = at
          while text[lineStart - 1] != UInt8(ascii: "\n") { lineStart -= 1 }
        }
        done = at
        if at == text.count { break }
        isFull = builder.cellCount >= cellLimit
        if isFull { break }
        if lineBreak < at {
          lineBreak = Kernels.firstIndex(of: UInt8(ascii: "\n"), in: text, from: at) ?? text.count
        }
        at = try step(
          text, at, Line(number: line, start: lineStart, end: lineBreak), into: &builder)
      }
      if isAtEnd && !isFull && stage != .beforeArray && stage != .afterArray {
        throw .wrong(.unexpectedEnd, at)
      }
    } catch .incomplete {
      builder.dropRecord()
    } catch .wrong(.notAnArray, _) where outer != nil {
      throw (outer ?? position).error(.json(.notAnArray))
    } catch {
      throw records.error(error, in: text, from: position)
    }
    position = position.position(of: done, in: text)
    lineOffset = done - lineStart
    return done
  }

  /// Reads one token or one element of the array, and returns the offset where it ends.
  private mutating func step(
    _ text: Span<UInt8>, _ start: Int, _ line: Line, into builder: inout CorpusBuilder
  ) throws(JSONScanError) -> Int {
    let byte = text[start]
    switch (stage, byte) {
    case (.beforeArray, UInt8(ascii: "[")):
      stage = .beforeFirst
      return start + 1
    case (.beforeArray, UInt8(ascii: "{")):
      outer = position.position(of: start, in: text)
      stage = .beforeFirstKey
      return start + 1
    case (.beforeArray, _): throw .wrong(.notAnArray, start)
    case (.beforeFirstKey, _), (.beforeKey, _), (.beforeMember, _), (.afterMember, _):
      return try stepInObject(text, start)
    case (.beforeFirst, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
      stage = outer == nil ? .afterArray : .afterMember
      return start + 1
    case (.afterElement, UInt8(ascii: ",")):
      stage = .beforeElement
      return start + 1
    case (.afterElement, _): throw .wrong(.commaExpected, start)
    case (.afterArray, _): throw .wrong(.textAfterEnd, start)
    case (.beforeFirst, _), (.beforeElement, _):
      let replaced = records.scanner.replaced
      do throws(JSONScanError) {
        let end = try records.readCells(text, start, lineBreak: line.end, into: &builder)
        try records.endRecord(line: line.number, at: start - line.start, of: &builder)
        stage = .afterElement
        return end
      } catch {
        if case .incomplete = error { records.scanner.replaced = replaced }
        throw error
      }
    }
  }

  /// Reads one token, or skips one member, of the object that contains the array; returns the
  /// offset where the token or member ends.
  private mutating func stepInObject(
    _ text: Span<UInt8>, _ start: Int
  ) throws(JSONScanError) -> Int {
    var skipped = GrowableBuffer<UInt8>()
    switch (stage, text[start]) {
    case (.beforeFirstKey, UInt8(ascii: "}")), (.afterMember, UInt8(ascii: "}")):
      if !hasFoundArray { throw .wrong(.notAnArray, start) }
      stage = .afterArray
      return start + 1
    case (.afterMember, UInt8(ascii: ",")):
      stage = .beforeKey
      return start + 1
    case (.afterMember, _): throw .wrong(.commaExpected, start)
    case (.beforeMember, UInt8(ascii: "[")) where !hasFoundArray:
      var first = start + 1
      if try records.scanner.next(text, &first) == UInt8(ascii: "{") {
        hasFoundArray = true
        stage = .beforeFirst
        return start + 1
      }
    case (.beforeFirstKey, _), (.beforeKey, _):
      var at = start
      try records.scanner.expect(UInt8(ascii: "\""), .keyExpected, text, &at)
      at = try records.scanner.string(text, at, to: &skipped)
      try records.scanner.expect(UInt8(ascii: ":"), .colonExpected, text, &at)
      stage = .beforeMember
      return at + 1
    default: break
    }
    let end = try records.scanner.compact(text, start, to: &skipped)
    stage = .afterMember
    return end
  }
}
