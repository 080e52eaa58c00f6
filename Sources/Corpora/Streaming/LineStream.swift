package import UnicodeText

/// Reads lines from an input that can only be read from beginning to end, such as a pipe or a gzip
/// file.
package struct LineStream: ~Copyable {
  private var source: ByteSource
  private var buffer = GrowableBuffer<UInt8>()

  /// The offset in `buffer` of the first line that has not been passed to `body`.
  private var head = 0

  private let step: Int
  private let isCancelled: @Sendable () -> Bool

  /// - Throws: the errors of opening the input.
  package init(
    _ place: RecordStream.Place, step: Int = 1 << 18,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) {
    source = try ByteSource(place, isCancelled: isCancelled)
    self.step = step
    self.isCancelled = isCancelled
  }

  /// Calls `body` with complete lines until `body` returns `false`.
  ///
  /// A line end is added if the last line has none.
  ///
  /// Lines are passed to `body` as soon as they arrive, without waiting for a full buffer.
  ///
  /// - Parameters:
  ///   - skipsBinary: whether to skip an input whose first bytes contain a zero byte.
  ///   - body: receives complete lines, and returns whether to continue reading.
  /// - Returns: whether the input was skipped.
  /// - Throws: the errors of reading, `recordTooLarge`, `cancelled`.
  package mutating func read(
    skipsBinary: Bool, _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> Bool {
    var isFirst = true
    while true {
      if isCancelled() { throw CorpusError(.cancelled) }
      dropHead()
      if buffer.count > Segment.limit { throw CorpusError(.recordTooLarge(limit: Segment.limit)) }
      let before = buffer.count
      // The first bytes show whether the text is binary.
      let minimum = isFirst && skipsBinary ? TextStart.sniffed : 1
      let count = max(step, before, minimum)
      guard buffer.reserveIfPossible(count + 64) else { throw CorpusError(.outOfMemory) }
      try buffer.append(upTo: count) { span throws(CorpusError) in
        try source.readSome(into: &span, minimum: minimum)
      }
      let added = buffer.count - before
      if isFirst {
        if added > 0, buffer.withSpan({ TextStart.mayBeginMark($0) }) { continue }
        isFirst = false
        if skipsBinary, buffer.withSpan({ TextStart.isBinary($0) }) { return true }
        head = buffer.withSpan { TextStart.length(ofMarkIn: $0) }
      }
      if added == 0 { break }
      let first = max(head, before)
      let end = buffer.withSpan { TextEnd.endOfLines(in: $0, from: first) }
      if end > first {
        let range = head..<end
        head = end
        if !buffer.withSpan({ body($0.extracting(range)) }) { return false }
      }
    }
    if head < buffer.count {
      TextEnd.endLastLine(of: &buffer)
      _ = buffer.withSpan { body($0.extracting(head..<$0.count)) }
    }
    return false
  }

  private mutating func dropHead() {
    if head == 0 { return }
    var rest = GrowableBuffer<UInt8>(capacity: step + 64)
    buffer.withSpan { rest.append(copying: $0.extracting(head..<$0.count)) }
    swap(&rest, &buffer)
    head = 0
  }
}

/// Checks on the first bytes of a file.
package enum TextStart {
  /// The number of bytes at the start of a file that are searched for a zero byte.
  ///
  /// If these bytes contain a zero byte, the file is binary.
  package static let sniffed = 8_192

  package static func isBinary(_ text: Span<UInt8>) -> Bool {
    Kernels.firstIndex(of: 0, in: text.extracting(0..<min(text.count, sniffed))) != nil
  }

  /// The first two bytes of a gzip file.
  static let gzip: (UInt8, UInt8) = (0x1F, 0x8B)

  package static func isGzip(_ text: Span<UInt8>) -> Bool {
    text.count > 1 && text[0] == gzip.0 && text[1] == gzip.1
  }

  /// Whether the text begins with the byte order mark of UTF-16.
  package static func isUTF16(_ text: Span<UInt8>) -> Bool {
    text.count > 1 && (text[0] == 0xFF && text[1] == 0xFE || text[0] == 0xFE && text[1] == 0xFF)
  }

  /// Whether a file is gzip or UTF-16; such a file must be read from beginning to end.
  package static func isEncoded(_ text: Span<UInt8>) -> Bool { isGzip(text) || isUTF16(text) }

  /// Whether `byte` can be the first byte of a gzip or UTF-16 file.
  static func mayBeginEncoding(_ byte: UInt8) -> Bool { byte == gzip.0 || byte >= 0xFE }

  /// Whether the text may be the start of a byte order mark: it is empty, or is an incomplete mark.
  static func mayBeginMark(_ text: Span<UInt8>) -> Bool {
    switch text.count {
    case 0: true
    case 1: text[0] == 0xEF
    case 2: text[0] == 0xEF && text[1] == 0xBB
    default: false
    }
  }

  /// The length of the byte order mark at the start of `text`; 0 if there is none.
  package static func length(ofMarkIn text: Span<UInt8>) -> Int {
    text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
  }
}

/// Operations on the last line of a text.
package enum TextEnd {
  private static let newline = UInt8(ascii: "\n")

  /// The number of bytes searched at a time.
  private static let window = 1 << 10

  /// The offset after the last newline in `text[first...]`; `first` if there is no newline.
  package static func endOfLines(in text: Span<UInt8>, from first: Int) -> Int {
    var end = text.count
    while end > first {
      let start = max(first, end - window)
      if Kernels.firstIndex(of: newline, in: text.extracting(start..<end)) != nil {
        while end > first, text[end - 1] != newline { end -= 1 }
        return end
      }
      end = start
    }
    return first
  }

  /// Adds a line end to the last line of `text`, which must not have one.
  package static func endLastLine(of text: inout GrowableBuffer<UInt8>) {
    // A carriage return at the end of a file is text, but code that strips CR LF would remove it.
    // Therefore, append a second carriage return before the line end.
    if text[text.count - 1] == UInt8(ascii: "\r") { text.append(UInt8(ascii: "\r")) }
    text.append(newline)
  }
}
