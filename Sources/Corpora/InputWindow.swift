import UnicodeText

/// A sliding buffer over the text of a file, which is read piece by piece.
///
/// The text is valid UTF-8 without a byte order mark.
///
/// A format parses the unread text, calls `consume` for the complete records, and calls `refill` to
/// read more text. `refill` moves the unconsumed text to the front of the buffer, and appends more
/// text. The format then parses an incomplete record again from its start.
package struct InputWindow: ~Copyable {
  /// The number of bytes to read at a time; a read is longer if a record is longer.
  ///
  /// The text of one read is small enough to stay in the second-level cache while a format parses
  /// it.
  static let step = 1 << 18

  /// The time in milliseconds to wait for the rest of a long record before its first bytes are
  /// parsed.
  private static let timeout: Int32 = 50

  /// The number of the line, from 1, where the unread text begins; the format updates this number.
  var line = 1

  /// Whether the whole input has been read into the window.
  private(set) var isAtEnd = false

  /// Whether all text so far is ASCII.
  private(set) var isASCII = true

  /// The number of ill-formed UTF-8 sequences replaced so far.
  private(set) var invalidSequences = 0

  /// The column names of a delimited file; the format reads them from the file unless they are
  /// already set.
  var columnNames: [String]?

  /// Whether the caller skips binary input; ill-formed UTF-8 in binary input is then not an error.
  var skipsBinary = false

  /// Whether reading has started.
  private var hasBegun = false

  /// Whether reading started at an offset after the beginning of the file.
  private var isContinued = false

  private var source: ByteSource
  private var buffer = GrowableBuffer<UInt8>()

  /// The offset of the unread text in `buffer`; the bytes before this offset were consumed.
  private var head = 0

  /// The offset in `buffer` where the validated text ends; the bytes after this offset may be an
  /// incomplete UTF-8 sequence.
  private var valid = 0
  private let isStrict: Bool
  private let limit: Int
  private let step: Int

  let monitor: LoadMonitor

  /// The receiver of each piece's records; nil if the builder collects all records.
  var batches: RecordBatches?

  /// How to split a large file among threads.
  let blocks: BlockSizes

  init(
    _ source: consuming ByteSource, monitor: LoadMonitor, isStrict: Bool, limit: Int, step: Int,
    blocks: BlockSizes
  ) {
    self.source = source
    self.monitor = monitor
    self.blocks = blocks
    self.isStrict = isStrict
    self.limit = limit
    self.step = min(step, limit)
  }

  /// The size of the file when it was opened; nil if the file is compressed or not a regular file.
  var size: Int? { source.size }

  var hasher: SHA256? { source.hasher }

  /// The number of bytes of unread text.
  var unreadCount: Int { valid - head }

  /// Whether the first bytes of the unread text contain a zero byte.
  var looksBinary: Bool {
    withUnread { TextStart.isBinary($0) }
  }

  /// Calls `body` with the unread text.
  func withUnread<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try buffer.withSpan { bytes throws(E) in try body(bytes.extracting(head..<valid)) }
  }

  /// The number of bytes that are always allocated after the text.
  static let slack = 64

  /// Marks the next `count` bytes as consumed.
  mutating func consume(_ count: Int) {
    precondition(count <= unreadCount)
    head += count
  }

  /// Passes the records of a parsed piece to `batches`; does nothing if `batches` is nil.
  ///
  /// - Parameters:
  ///   - builder: the builder that collected the records.
  ///   - picked: which records of the piece are in the builder; nil if the builder contains all of
  ///     them.
  /// - Throws: `cancelled`, if the receiver wants no more records.
  func endPiece(
    of builder: inout CorpusBuilder, picked: PickedRecords? = nil
  ) throws(CorpusError) {
    guard let batches else { return }
    if (picked?.count ?? builder.count) == 0 { return }
    let piece = RecordPiece(corpus: builder.takeRecords(), picked: picked)
    if !batches.take(piece) { throw CorpusError(.cancelled) }
  }

  /// The maximum number of cells in a piece; unlimited if the builder collects all records.
  ///
  /// The number of cells is the number of records times the number of columns, including missing
  /// cells.
  var cellLimit: Int { batches == nil ? .max : 1 << 18 }

  /// Adds `count` to the number of replaced sequences, for example for lone surrogates that the
  /// format replaced.
  mutating func noteReplaced(_ count: Int) { invalidSequences += count }

  /// Reads more text.
  ///
  /// If more than `step` bytes are unread, the call at least doubles the unread text, unless the
  /// input ends or stalls.
  ///
  /// - Throws: `recordTooLarge` if the unread text exceeds the limit, `invalidText` if the load is
  ///   strict and the text is ill-formed, and the errors of reading.
  mutating func refill() throws(CorpusError) {
    precondition(!isAtEnd, "the input has already ended")
    dropConsumed()
    if buffer.count > limit { throw CorpusError(.recordTooLarge(limit: limit), line: line) }
    let wanted = max(step, buffer.count)
    guard buffer.reserveIfPossible(wanted + Self.slack) else { throw CorpusError(.outOfMemory) }
    let before = buffer.count
    let isFirst = !hasBegun
    hasBegun = true
    // If `batches` receives the records, a read from a live input (such as a pipe) does not wait
    // for a whole piece. A record longer than a piece is parsed from its start after each read. The
    // number of these attempts stays small, because each read doubles the unread text unless the
    // input stalls.
    let isLive = batches != nil && source.mayBlock
    let minimum = before > step ? before : 1
    var added = 0
    var last = 0
    repeat {
      try buffer.append(upTo: wanted - added) { span throws(CorpusError) in
        if isLive {
          try source.readSome(into: &span, minimum: minimum, timeout: Self.timeout)
        } else {
          try source.read(into: &span, keepsText: batches != nil)
        }
      }
      last = buffer.count - before - added
      added += last
    } while isLive && isFirst && last > 0 && buffer.withSpan { TextStart.mayBeginMark($0) }
    isAtEnd = isLive ? last == 0 : added < wanted && !source.hasFault
    try monitor.read(added)
    if isFirst, skipsBinary, buffer.withSpan({ TextStart.isBinary($0) }) {
      valid = buffer.count
      return
    }
    try validate()
    if isFirst { skipByteOrderMark() }
  }

  /// The open file, for another reader that reads the text directly.
  ///
  /// Returns nil if another reader cannot read the text directly, for example because the file is
  /// compressed. The call subtracts the unread bytes from the progress, because they will be read
  /// again.
  ///
  /// - Precondition: nothing was consumed.
  mutating func plainFileForHandOver() -> PlainFile? {
    let held = buffer.count - valid
    guard !isContinued, invalidSequences == 0, held < 4, let file = source.plainFile(start: head)
    else {
      return nil
    }
    monitor.unread(buffer.count - head)
    return file
  }

  /// Continues reading the file at `offset`, where line `line` begins.
  ///
  /// - Throws: `readFailed`.
  mutating func resume(at offset: Int, line: Int) throws(CorpusError) {
    try source.seek(to: offset)
    buffer.truncate(to: 0)
    head = 0
    valid = 0
    isAtEnd = false
    self.line = line
  }

  /// Starts reading at `offset`, where line `line` begins; the text ends at `end`.
  ///
  /// - Precondition: nothing was read.
  /// - Throws: `readFailed`.
  mutating func begin(
    at offset: Int, end: Int, line: Int, columnNames: [String]?
  ) throws(CorpusError) {
    try source.seek(to: offset, end: end)
    // Only the start of a file can have a byte order mark.
    hasBegun = true
    isContinued = true
    self.line = line
    self.columnNames = columnNames
  }

  /// The open file; nil if the text does not consist of the file's raw bytes.
  var plainFile: PlainFile? { source.plainFile(start: 0) }

  private mutating func dropConsumed() {
    if head == 0 { return }
    buffer.removeFirst(head)
    valid -= head
    head = 0
  }

  private mutating func skipByteOrderMark() {
    head = withUnread { TextStart.length(ofMarkIn: $0) }
  }

  /// Validates the new text and replaces ill-formed sequences.
  ///
  /// Moves `valid` to the end of the text, or to the start of an incomplete sequence at the end.
  private mutating func validate() throws(CorpusError) {
    let start = valid
    let held = isAtEnd ? 0 : buffer.withSpan { Self.cutSequence(at: $0) }
    let end = max(start, buffer.count - held)
    let prefix = buffer.withSpan { UTF8Text.validPrefix(of: $0.extracting(start..<end)) }
    if start + prefix < end {
      if isStrict { throw CorpusError(.invalidText, line: line(of: start + prefix)) }
      repair(start + prefix..<end)
    } else {
      valid = end
    }
    if isASCII { isASCII = buffer.withSpan { UTF8Text.isASCII($0.extracting(start..<valid)) } }
  }

  private func line(of offset: Int) -> Int {
    let newlines = buffer.withSpan {
      Kernels.count(of: UInt8(ascii: "\n"), in: $0.extracting(head..<offset))
    }
    return line + newlines
  }

  private mutating func repair(_ range: Range<Int>) {
    var repaired = GrowableBuffer<UInt8>(capacity: range.count + range.count / 8)
    buffer.withSpan { bytes in
      invalidSequences += UTF8Text.appendRepaired(bytes.extracting(range), to: &repaired)
      valid = range.lowerBound + repaired.count
      repaired.append(copying: bytes.extracting(range.upperBound..<bytes.count))
    }
    buffer.truncate(to: range.lowerBound)
    repaired.withSpan { buffer.append(copying: $0) }
    buffer.reserve(Self.slack)
  }

  /// The length of the incomplete UTF-8 sequence at the end of `bytes`; 0 if there is none.
  static func cutSequence(at bytes: Span<UInt8>) -> Int {
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.count - back]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > back ? back : 0
    }
    return 0
  }
}
