package import UnicodeText

/// Reads lines from an input that can only be read from its beginning to its end: a pipe, a compressed file.
package struct LineStream: ~Copyable {
  private var source: ByteSource
  private var buffer = GrowableBuffer<UInt8>()

  /// Where the first line begins that was not passed on.
  private var head = 0

  private let step: Int
  private let isCancelled: @Sendable () -> Bool

  /// - Throws: what opening throws.
  package init(
    _ place: RecordStream.Place, step: Int = 1 << 18,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) {
    source =
      switch place {
      case .file(let path): try ByteSource(path, isCancelled: isCancelled)
      case .descriptor(let descriptor):
        ByteSource(borrowing: descriptor, isCancelled: isCancelled)
      }
    self.step = step
    self.isCancelled = isCancelled
  }

  /// Calls `body` with whole lines, all with their ends, until it returns `false`; a last line without one is given one.
  ///
  /// Lines are passed on as soon as they are there, also where more would fit.
  ///
  /// - Parameters:
  ///   - passesOverBinary: whether a text with a zero byte among its first is passed over.
  ///   - body: takes whole lines; returns whether more are wanted.
  /// - Returns: whether it was passed over.
  /// - Throws: what reading throws, `recordTooLarge`, `cancelled`.
  package mutating func read(
    passesOverBinary: Bool, _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> Bool {
    var isFirst = true
    while true {
      if isCancelled() { throw CorpusError(.cancelled) }
      dropHead()
      if buffer.count > Segment.limit { throw CorpusError(.recordTooLarge(limit: Segment.limit)) }
      let before = buffer.count
      // The first bytes show whether it is binary.
      let least = isFirst && passesOverBinary ? TextStart.sniffed : 1
      let count = max(step, before, least)
      guard buffer.reserveIfPossible(count + 64) else { throw CorpusError(.outOfMemory) }
      unsafe try buffer.append(upTo: count) { rest throws(CorpusError) in
        unsafe try source.readSome(into: rest, least: least)
      }
      let added = buffer.count - before
      if isFirst {
        if added > 0, buffer.withSpan({ TextStart.mayBeginMark($0) }) { continue }
        isFirst = false
        if passesOverBinary, buffer.withSpan({ TextStart.isBinary($0) }) { return true }
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

/// What the first bytes of a file say.
package enum TextStart {
  /// The first bytes are searched for a zero byte, which makes a file binary.
  static let sniffed = 8_192

  package static func isBinary(_ text: Span<UInt8>) -> Bool {
    Kernels.firstIndex(of: 0, in: text.extracting(0..<min(text.count, sniffed))) != nil
  }

  /// What a gzip file begins with.
  static let gzip: (UInt8, UInt8) = (0x1F, 0x8B)

  package static func isGzip(_ text: Span<UInt8>) -> Bool {
    text.count > 1 && text[0] == gzip.0 && text[1] == gzip.1
  }

  /// Whether this may be a part of a byte order mark.
  static func mayBeginMark(_ text: Span<UInt8>) -> Bool {
    switch text.count {
    case 0: true
    case 1: text[0] == 0xEF
    case 2: text[0] == 0xEF && text[1] == 0xBB
    default: false
    }
  }

  /// The bytes of a byte order mark.
  package static func length(ofMarkIn text: Span<UInt8>) -> Int {
    text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
  }
}

/// The last line of a text.
package enum TextEnd {
  private static let newline = UInt8(ascii: "\n")

  /// How much is looked at at a time.
  private static let window = 1 << 10

  /// The place after the last newline of a text; `first` if there is none from there on.
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

  /// Gives a last line without an end one.
  package static func endLastLine(of text: inout GrowableBuffer<UInt8>) {
    // A CR at the very end of a file is text: with one more it stays when the line loses its end.
    if text[text.count - 1] == UInt8(ascii: "\r") { text.append(UInt8(ascii: "\r")) }
    text.append(newline)
  }
}
