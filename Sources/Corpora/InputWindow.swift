import UnicodeText

/// The text of one file, a piece at a time: always valid UTF-8, without a byte order mark.
///
/// A format works through `unread`, says with `consume` how far it got, and calls `refill` for more;
/// what it left is kept in front. So a format sees whole records only, and memory holds no file twice.
package struct InputWindow: ~Copyable {
  /// The bytes read at a time, or more if one record is longer.
  ///
  /// This many stay in the second-level cache while they are worked through.
  static let step = 1 << 18

  /// How many milliseconds to wait for more of a long record before what has come of it is parsed.
  private static let patience: Int32 = 50

  /// The line, from 1, that the unread text begins on; the format keeps it.
  var line = 1

  /// Whether all there is has been read into the window.
  private(set) var isAtEnd = false

  /// Whether all text so far is ASCII.
  private(set) var isASCII = true

  /// The ill-formed sequences replaced so far.
  private(set) var invalidSequences = 0

  /// Whether anything was read.
  private var hasBegun = false

  private var source: ByteSource
  private var buffer = GrowableBuffer<UInt8>()

  /// What is before it was consumed.
  private var head = 0

  /// What is from here on may be the start of a sequence that was cut.
  private var valid = 0
  private let isStrict: Bool
  private let limit: Int
  private let step: Int

  let monitor: LoadMonitor

  /// Takes the records piece by piece; nil where all are collected.
  var batches: RecordBatches?

  /// How a large file may be split.
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

  /// The bytes of text in all, nil where that is not known.
  var size: Int? { source.size }

  var hasher: SHA256? { source.hasher }

  /// The bytes of text that are waiting.
  var unreadCount: Int { valid - head }

  /// Whether a zero byte is among the first that were read.
  var looksBinary: Bool {
    withUnread { TextStart.isBinary($0) }
  }

  /// Lends the text that is waiting.
  func withUnread<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try buffer.withSpan { bytes throws(E) in try body(bytes.extracting(head..<valid)) }
  }

  /// Lends the text that is waiting; `slack` more bytes after its end may be read, and say nothing.
  @unsafe func withUnreadPointer<R, E: Error>(
    slack: Int, _ body: (UnsafePointer<UInt8>, Int) throws(E) -> R
  ) throws(E) -> R {
    precondition(slack <= Self.slack)
    return try buffer.withSpan { bytes throws(E) in
      try unsafe bytes.withUnsafeBufferPointer { bytes throws(E) in
        guard let start = bytes.baseAddress else { preconditionFailure("a buffer has memory") }
        return try unsafe body(start + head, valid - head)
      }
    }
  }

  /// The bytes that are always allocated after the text.
  static let slack = 64

  /// Marks the next `count` bytes as read.
  mutating func consume(_ count: Int) {
    precondition(count <= unreadCount)
    head += count
  }

  /// Notes that a piece of the text is done: hands over its records, where they are taken piece by piece.
  ///
  /// - Parameters:
  ///   - builder: has the records.
  ///   - picked: which of the piece's records the builder has; `nil` if all.
  /// - Throws: `cancelled`, once the receiver of the records wants no more.
  func endPiece(
    of builder: inout CorpusBuilder, picked: PickedRecords? = nil
  ) throws(CorpusError) {
    guard let batches else { return }
    if (picked?.count ?? builder.count) == 0 { return }
    let piece = RecordPiece(corpus: builder.takeRecords(), picked: picked)
    if !batches.take(piece) { throw CorpusError(.cancelled) }
  }

  /// The most cells of a piece, no limit where all records are collected.
  ///
  /// Cells are records times columns, also those that a record lacks: its row has a cell for each.
  var cellLimit: Int { batches == nil ? .max : 1 << 18 }

  /// Counts ill-formed sequences that only the format could see.
  mutating func noteReplaced(_ count: Int) { invalidSequences += count }

  /// Reads on, at least as much as is waiting.
  ///
  /// - Throws: `recordTooLarge` if what is waiting has grown beyond all bounds, `invalidText` while
  ///   strict, and what reading throws.
  mutating func refill() throws(CorpusError) {
    precondition(!isAtEnd, "nothing follows the end")
    dropConsumed()
    if buffer.count > limit { throw CorpusError(.recordTooLarge(limit: limit), line: line) }
    let wanted = max(step, buffer.count)
    guard buffer.reserveIfPossible(wanted + Self.slack) else { throw CorpusError(.outOfMemory) }
    let before = buffer.count
    let isFirst = !hasBegun
    hasBegun = true
    // Records that are passed on piece by piece do not wait for a whole piece. A record longer than that is looked at from
    // its start after each read, so then as much is read as is waiting, unless nothing comes for a while.
    let isLive = batches != nil && source.mayBlock
    let least = before > step ? before : 1
    var added = 0
    var last = 0
    repeat {
      unsafe try buffer.append(upTo: wanted - added) { room throws(CorpusError) in
        unsafe try isLive
          ? source.readSome(into: room, least: least, patience: Self.patience)
          : source.read(into: room, keepsText: batches != nil)
      }
      last = buffer.count - before - added
      added += last
    } while isLive && isFirst && last > 0 && buffer.withSpan { TextStart.mayBeginMark($0) }
    isAtEnd = isLive ? last == 0 : added < wanted && !source.hasFault
    try monitor.read(added)
    try validate()
    if isFirst { skipByteOrderMark() }
  }

  /// The file that the window reads, for reading it in another way; nil if its text is not just its bytes from there on.
  ///
  /// - Precondition: nothing was consumed. What was read so far counts as not read.
  mutating func handOver() -> PlainFile? {
    let held = buffer.count - valid
    guard invalidSequences == 0, held < 4, let file = source.plainFile(start: head) else {
      return nil
    }
    monitor.unread(buffer.count - head)
    return file
  }

  /// Takes the file back, to be read from `offset` on, where `line` begins.
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

  private mutating func dropConsumed() {
    if head == 0 { return }
    let rest = buffer.count - head
    unsafe buffer.withUnsafeMutableBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      // SAFETY: `head + rest` is the count of the buffer.
      unsafe start.update(from: start + head, count: rest)
    }
    buffer.truncate(to: rest)
    valid -= head
    head = 0
  }

  private mutating func skipByteOrderMark() {
    head = withUnread { TextStart.length(ofMarkIn: $0) }
  }

  /// Moves `valid` to the end, or to a sequence there that is cut, and replaces what is ill-formed.
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

  /// The bytes at the end that begin a sequence without ending it.
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
