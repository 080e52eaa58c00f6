/// Finds the cells of delimited rows in borrowed memory.
///
/// A kernel sets a bit for each delimiter, quote and newline. The scanner visits only these bits,
/// so it spends no time on other bytes.
@safe struct RowScanner {
  /// The byte range of a cell's text, without its quotes.
  struct Cell: BitwiseCopyable {
    var start: Int
    var end: Int
    var isQuoted = false

    /// Whether the cell contains doubled quotes.
    var isEscaped = false
  }

  static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  let bytes: UnsafePointer<UInt8>
  let count: Int
  let delimiter: UInt8

  /// The offset of the next row.
  private(set) var position = 0

  /// The line number where the next row begins.
  private(set) var line: Int

  /// The line number where the most recently scanned row began.
  private(set) var rowLine: Int

  /// The offset where the most recently scanned row began, and the offset of the first line break
  /// inside a cell of that row.
  private var rowStart = 0
  private var firstBreak = Int.max

  /// Whether a cell of the most recently scanned row begins with a quote.
  private(set) var rowHasQuotes = false

  private let marks: UnsafePointer<UInt64>
  private let isAtEnd: Bool
  private let isLenient: Bool
  private var wordIndex = 0

  /// The bits of the current word of `marks` that were not yet consumed.
  private var word: UInt64

  /// Creates a scanner at the start of `bytes`.
  ///
  /// - Precondition: `marks` has one bit for each of `count` bytes; `bytes` and `marks` outlive the
  ///   scanner.
  /// - Parameters:
  ///   - bytes: The text.
  ///   - count: The length of the text.
  ///   - marks: One bit for each byte: set for delimiters, quotes and newlines.
  ///   - delimiter: The byte that separates cells.
  ///   - isAtEnd: Whether the text extends to the end of the input.
  ///   - isLenient: Whether to accept text after the closing quote of a cell; the quotes are then
  ///     part of the cell's text.
  ///   - line: The line number where the text begins.
  @unsafe init(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, marks: UnsafePointer<UInt64>, delimiter: UInt8,
    isAtEnd: Bool, isLenient: Bool, line: Int
  ) {
    unsafe self.bytes = bytes
    self.count = count
    unsafe self.marks = marks
    self.delimiter = delimiter
    self.isAtEnd = isAtEnd
    self.isLenient = isLenient
    self.line = line
    rowLine = line
    unsafe word = count > 0 ? marks[0] : 0
  }

  /// Finds the cells of the next row; returns false if the row is incomplete or if there is no next
  /// row.
  ///
  /// - Throws: `unclosedQuote`, `textAfterQuote`, with the line number.
  mutating func scanRow(into cells: inout Cells) throws(CorpusError) -> Bool {
    if position == count { return false }
    cells.removeAll()
    rowLine = line
    rowStart = position
    rowHasQuotes = false
    firstBreak = .max
    var start = position
    var newlines = 0
    while true {
      var cell = Cell(start: start, end: start)
      var end = start
      if start < count, unsafe bytes[start] == Self.quote {
        guard try scanQuoted(&cell, &newlines) else { return false }
        end = cell.end + 1
      }
      guard let terminator = nextTerminator() else { return false }
      let isRowEnd = terminator == count || (unsafe bytes[terminator] == Self.newline)
      if !cell.isQuoted {
        cell.end = textEnd(from: start, to: terminator, isRowEnd)
      } else if textEnd(from: end, to: terminator, isRowEnd) != end {
        if !isLenient { throw CorpusError(.textAfterQuote, line: line + newlines) }
        cell = Cell(start: start, end: textEnd(from: start, to: terminator, isRowEnd))
      }
      cells.append(cell)
      start = min(terminator + 1, count)
      if isRowEnd {
        position = start
        line += newlines + (terminator == count ? 0 : 1)
        return true
      }
    }
  }

  /// The end of a cell's text, without the carriage return of a CR LF line end.
  private func textEnd(from start: Int, to terminator: Int, _ isRowEnd: Bool) -> Int {
    let isReturn =
      isRowEnd && terminator < count && terminator > start
      && (unsafe bytes[terminator - 1] == Self.carriageReturn)
    return isReturn ? terminator - 1 : terminator
  }

  /// Skips the quoted cell at `cell.start`, up to its closing quote.
  ///
  /// Returns false if the window does not contain the closing quote.
  private mutating func scanQuoted(
    _ cell: inout Cell, _ newlines: inout Int
  ) throws(CorpusError) -> Bool {
    let quoteLine = line + newlines
    passMark()
    cell.isQuoted = true
    rowHasQuotes = true
    cell.start += 1
    while let mark = nextMark() {
      passMark()
      let byte = unsafe bytes[mark]
      if byte == Self.newline {
        newlines += 1
        firstBreak = min(firstBreak, mark)
      }
      if byte != Self.quote { continue }
      if mark + 1 == count && !isAtEnd { return false }
      if mark + 1 < count, unsafe bytes[mark + 1] == Self.quote {
        // Consume the bit of the second quote, which is the next bit.
        passMark()
        cell.isEscaped = true
        continue
      }
      cell.end = mark
      return true
    }
    if isAtEnd { throw CorpusError(.unclosedQuote, line: quoteLine) }
    return false
  }

  /// Consumes the bits of `marks` up to the next delimiter or newline, and returns the offset of
  /// that byte.
  ///
  /// If there is no such byte, the result is `count` at the end of the input, and otherwise nil,
  /// because more text is needed.
  private mutating func nextTerminator() -> Int? {
    while let mark = nextMark() {
      passMark()
      if unsafe bytes[mark] != Self.quote { return mark }
    }
    return isAtEnd ? count : nil
  }

  private mutating func nextMark() -> Int? {
    while word == 0 {
      if (wordIndex + 1) * 64 >= count { return nil }
      wordIndex += 1
      unsafe word = marks[wordIndex]
    }
    return wordIndex * 64 + word.trailingZeroBitCount
  }

  /// - Precondition: `marks` has a set bit that is not consumed yet.
  private mutating func passMark() {
    if word == 0 { _ = nextMark() }
    word &= word &- 1
  }
}

extension RowScanner {
  /// The cells of one row, in storage that is reused for the next row.
  struct Cells: ~Copyable {
    private var storage: [Cell] = []
    private(set) var count = 0

    mutating func removeAll() { count = 0 }

    mutating func append(_ cell: Cell) {
      if count < storage.count { storage[count] = cell } else { storage.append(cell) }
      count += 1
    }

    subscript(_ index: Int) -> Cell { storage[index] }
  }

  /// The file position of a cell of the most recently scanned row.
  ///
  /// Extra cells, with an index of at least `columns`, are joined to the cell of the last column.
  func place(of index: Int, in cells: borrowing Cells, of columns: Int) -> CellPlaces.Packed {
    let cell = cells[index]
    let start = cell.start - rowStart - (cell.isQuoted ? 1 : 0)
    if rowStart + start > firstBreak { return .unknown }
    var isDecoded = cell.isEscaped
    if index == columns - 1, index + 1 < cells.count {
      for next in index..<cells.count where cells[next].isQuoted { isDecoded = true }
    }
    return CellPlaces.Packed(at: start, isQuoted: cell.isQuoted, isDecoded: isDecoded)
  }

  /// The text of a cell.
  func text(of cell: Cell) -> String {
    // SAFETY: a cell lies inside the text.
    let text = unsafe UnsafeBufferPointer(start: bytes + cell.start, count: cell.end - cell.start)
    let whole = unsafe String(decoding: text, as: UTF8.self)
    return cell.isEscaped ? Self.undoubled(whole) : whole
  }

  private static func undoubled(_ text: String) -> String {
    var bytes: [UInt8] = []
    var isSecond = false
    for byte in text.utf8 {
      isSecond = byte == quote && !isSecond
      if byte != quote || isSecond { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Copies the text of a cell to `out` and returns the length of the copy.
  ///
  /// The copy may read and write up to 16 bytes past the cell.
  ///
  /// - Precondition: `out` has capacity for the cell plus 16 bytes; `slack` bytes follow the text.
  @unsafe func copy(_ cell: Cell, to out: UnsafeMutablePointer<UInt8>) -> Int {
    let length = cell.end - cell.start
    let source = unsafe bytes + cell.start
    if cell.isEscaped { return unsafe copyUndoubled(source, length, to: out) }
    if length <= 16 {
      let block = unsafe UnsafeRawPointer(source).loadUnaligned(as: SIMD16<UInt8>.self)
      unsafe UnsafeMutableRawPointer(out).storeBytes(of: block, as: SIMD16<UInt8>.self)
    } else {
      unsafe out.update(from: source, count: length)
    }
    return length
  }

  /// The number of bytes after the text that `copy` may read.
  static let slack = 16

  @unsafe private func copyUndoubled(
    _ source: UnsafePointer<UInt8>, _ length: Int, to out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var written = 0
    var index = 0
    while index < length {
      unsafe out[written] = source[index]
      index += unsafe source[index] == Self.quote ? 2 : 1
      written += 1
    }
    return written
  }
}
