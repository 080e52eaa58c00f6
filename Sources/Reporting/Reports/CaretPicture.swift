package import Searching
internal import UnicodeText

/// A text with an error: the carets below the text mark the error, and a short remedy follows.
///
///     whale AND (ship OR
///               ^ add a closing parenthesis, or write \( for the character
///
/// The positions of carets are counted in terminal cells, and control characters are escaped. If
/// the text is long, only the text around the error is shown.
package struct CaretPicture: Sendable {
  private let text: String
  private let offset: Int?
  private let length: Int
  private let note: String?

  /// Creates a picture of `text` that marks `length` UTF-8 bytes from `offset`; nothing is marked
  /// if `offset` is nil.
  package init(_ text: String, offset: Int?, length: Int = 1, note: String? = nil) {
    self.text = text
    self.offset = offset
    self.length = length
    self.note = note
  }

  /// Creates a picture of a query that marks the position of `error` and shows its remedy.
  package init(_ error: QueryError, in query: String) {
    self.init(query, offset: error.offset, length: error.length, note: error.remedy)
  }

  /// The lines of the picture, at most `width` cells wide; only a line with a long remedy can be
  /// wider.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func lines(width: Int, isUTF8: Bool = true) -> [String] {
    // Turn styles on, because a snippet without styles has brackets around hits. Only the plain
    // text of the snippet is used.
    let style = TerminalStyle(width: width, hasStyles: true, isUTF8: isUTF8)
    let count = text.utf8.count
    let place = offset.map { min(max(0, $0), count) }
    // If the caret is after the end of the text, add a space for the caret to point at.
    let bytes = Array(text.utf8) + (place == count ? [UInt8(ascii: " ")] : [])
    let mark = place.map {
      MarkedRange(range: $0..<min(bytes.count, $0 + max(1, length)), number: 0)
    }
    let line = GlyphLine(
      bytes.span, mark.map { [$0] } ?? [], style, currentHit: nil, cells: style.width, focus: mark)
    let snippet = Snippet(line, availableCells: style.width, style: style)
    var shown = snippet.plainText
    while shown.last == " " { shown.removeLast() }
    guard mark != nil else { return [shown].filter { !$0.isEmpty } + (note.map { [$0] } ?? []) }
    let cells = snippet.cells(ofHit: 0)
    let carets =
      String(repeating: " ", count: cells.lowerBound)
      + String(repeating: "^", count: max(1, cells.count))
    guard let note else { return [shown, carets] }
    let fits = cells.lowerBound + max(1, cells.count) + 1 + CellWidth.width(of: note) <= width
    return fits ? [shown, "\(carets) \(note)"] : [shown, carets, note]
  }
}
