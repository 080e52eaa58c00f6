internal import UnicodeText

/// A line number and a column, both from 1, in text that is read incrementally; the column counts
/// code points.
struct TextPosition {
  var line = 1
  var column = 1

  /// The position of the byte at `offset` in a `text` that begins at this position.
  ///
  /// - Complexity: O(*offset*)
  func position(of offset: Int, in text: Span<UInt8>) -> TextPosition {
    let part = text.extracting(0..<offset)
    let lines = Kernels.count(of: UInt8(ascii: "\n"), in: part)
    var position = self
    var start = 0
    if lines > 0 {
      position = TextPosition(line: line + lines, column: 1)
      start = offset
      while part[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    }
    for index in start..<offset where part[index] & 0xC0 != 0x80 { position.column += 1 }
    return position
  }

  /// An error at this position.
  func error(_ code: CorpusError.Code) -> CorpusError {
    CorpusError(code, line: line, column: column)
  }
}
