/// Why reading a JSON value stopped before its end.
package enum JSONScanError: Error {
  /// The text ends inside the value.
  case incomplete
  /// The byte at this offset is a syntax error.
  case wrong(CorpusError.JSONProblem, Int)
  case refused(CorpusError.Code)
}

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

  /// The error for `stop` in `text`, which begins at this position.
  func error(_ stop: JSONScanError, in text: Span<UInt8>) -> CorpusError {
    switch stop {
    case .incomplete: error(.wrong(.unexpectedEnd, text.count), in: text)
    case .wrong(let problem, let offset):
      position(of: min(offset, text.count), in: text).error(.json(problem))
    case .refused(let code): error(code)
    }
  }

  private func error(_ code: CorpusError.Code) -> CorpusError {
    CorpusError(code, line: line, column: column)
  }
}
