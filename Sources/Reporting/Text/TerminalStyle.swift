internal import UnicodeText

/// The terminal's width, whether it has styles, and which characters it can draw.
package struct TerminalStyle: Sendable, Equatable {
  /// The width of the terminal in columns, at least 1.
  package var width: Int

  /// Whether SGR sequences are used; otherwise hits are in brackets, or a `CaretLine` marks them.
  package var hasStyles: Bool

  /// Whether hits without styles have no brackets: the writer of a row calls `CaretLine.finish`.
  var hasCarets = false

  /// Whether the terminal draws UTF-8; otherwise non-ASCII characters are escaped.
  package var isUTF8: Bool

  /// Whether control characters in the text are passed through unescaped (`--raw`).
  package var isRaw: Bool

  package var hyperlinks: Hyperlinks

  package init(
    width: Int, hasStyles: Bool = false, isUTF8: Bool = true, isRaw: Bool = false,
    hyperlinks: Hyperlinks = .never
  ) {
    self.width = max(1, width)
    self.hasStyles = hasStyles
    self.isUTF8 = isUTF8
    self.isRaw = isRaw
    self.hyperlinks = hyperlinks
  }

  /// The mark of truncated text.
  package var ellipsis: String { isUTF8 ? "…" : "..." }

  /// The width of `ellipsis` in cells.
  var ellipsisWidth: Int { isUTF8 ? 1 : 3 }

  /// The separator of facts on one line.
  package var dot: String { isUTF8 ? " · " : " | " }

  /// The mark before an alias that has a hit.
  var aliasMark: String { isUTF8 ? "← " : "<- " }

  /// The width of `aliasMark` in cells.
  var aliasMarkWidth: Int { isUTF8 ? 2 : 3 }

  /// The symbol for a newline in single-line text.
  var lineFeedMark: String { isUTF8 ? "↵" : "\\n" }

  /// The same style, with a line of carets instead of brackets if there are no styles.
  func withCarets() -> TerminalStyle {
    var style = self
    style.hasCarets = !hasStyles
    return style
  }

  /// The sequence or bracket before the current hit.
  package var currentHitOpening: String { opening(.currentHit) }

  /// The sequence or bracket that starts text of `role`.
  func opening(_ role: TextRole) -> String {
    guard let parameters = role.parameters else { return "" }
    return hasStyles ? "\u{1B}[\(parameters)m" : hasCarets ? "" : role.marks.before
  }

  /// The sequence or bracket that ends text of `role`.
  func closing(_ role: TextRole) -> String {
    if role.parameters == nil { return "" }
    return hasStyles ? "\u{1B}[0m" : hasCarets ? "" : role.marks.after
  }

  /// The widths in cells of the brackets around text of `role`.
  func markWidths(_ role: TextRole) -> (before: Int, after: Int) {
    hasStyles || hasCarets
      ? (0, 0) : (role.marks.before.utf8.count, role.marks.after.utf8.count)
  }

  /// Ends the row that begins at `start`, with the line of carets if there is one.
  func endRow(from start: Int, _ bytes: inout GrowableBuffer<UInt8>) {
    if hasCarets {
      CaretLine.finish(&bytes, from: start, width: width)
    } else {
      bytes.append(0x0A)
    }
  }

  /// Writes what comes before the text of a hit.
  func open(_ role: TextRole, _ bytes: inout GrowableBuffer<UInt8>) {
    if hasCarets { CaretLine.open(role, &bytes) } else { bytes.append(opening(role)) }
  }

  /// Writes what comes after the text of a hit.
  func close(_ role: TextRole, _ bytes: inout GrowableBuffer<UInt8>) {
    if hasCarets { CaretLine.close(role, &bytes) } else { bytes.append(closing(role)) }
  }
}
