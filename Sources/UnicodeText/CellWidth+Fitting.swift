extension CellWidth {
  /// The longest prefix of `text` with a width of at most `cells` terminal cells.
  ///
  /// - Complexity: O(*n*), where *n* is the number of characters of the result.
  package static func prefix(of text: Substring, fitting cells: Int) -> Substring {
    var used = 0
    var end = text.startIndex
    while end < text.endIndex {
      used += width(of: text[end])
      if used > cells { break }
      end = text.index(after: end)
    }
    return text[..<end]
  }

  /// The longest suffix of `text` with a width of at most `cells` terminal cells.
  ///
  /// - Complexity: O(*n*), where *n* is the number of characters of the result.
  package static func suffix(of text: Substring, fitting cells: Int) -> Substring {
    var used = 0
    var start = text.endIndex
    while start > text.startIndex {
      let previous = text.index(before: start)
      used += width(of: text[previous])
      if used > cells { break }
      start = previous
    }
    return text[start...]
  }

  /// Shortens `text` to at most `cells` terminal cells; a shortened text ends with `ellipsis`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of characters of `text`.
  package static func truncated(
    _ text: String, to cells: Int, ellipsis: Character = "…"
  ) -> String {
    if prefix(of: text[...], fitting: cells).endIndex == text.endIndex { return text }
    let availableCells = cells - width(of: ellipsis)
    if availableCells < 0 { return "" }
    return String(prefix(of: text[...], fitting: availableCells)) + String(ellipsis)
  }

  /// Pads `text` with spaces to `cells` terminal cells, on the right, or on the left if `onTheLeft`
  /// is true.
  ///
  /// - Complexity: O(*n*), where *n* is the number of characters of the result.
  package static func padded(_ text: String, to cells: Int, onTheLeft: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, cells - width(of: text)))
    return onTheLeft ? blanks + text : text + blanks
  }
}
