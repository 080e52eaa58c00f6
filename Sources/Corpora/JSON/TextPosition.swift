/// A line and a column in code points, both from 1, in a text that is read in pieces.
struct TextPosition {
  var line = 1
  var column = 1

  /// The position of `offset` in `text`, which begins at this position.
  ///
  /// - Complexity: O(*offset*)
  func position(of offset: Int, in text: Span<UInt8>) -> TextPosition {
    var position = self
    for index in 0..<offset {
      if text[index] == UInt8(ascii: "\n") {
        position.line += 1
        position.column = 1
      } else if text[index] & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    return position
  }

  /// The error with this position.
  func error(_ code: CorpusError.Code) -> CorpusError {
    CorpusError(code, line: line, column: column)
  }
}
