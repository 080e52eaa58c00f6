internal import UnicodeText

/// The terminal's width, its support for styles, and the characters that it can show.
package struct TerminalStyle: Sendable, Equatable {
  /// The width of the terminal in cells, at least 1.
  package var width: Int

  /// Whether SGR sequences are used; if not, hits are in brackets or are marked by a `CaretLine`.
  package var hasStyles: Bool

  /// Whether a line of carets, instead of brackets, marks the hits on a terminal without styles.
  ///
  /// If `hasCarets` is true, the writer of a row must call `CaretLine.finish`.
  var hasCarets = false

  /// Whether the terminal supports UTF-8; if not, non-ASCII characters are escaped.
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

  /// The ellipsis that replaces truncated text.
  package var ellipsis: String { isUTF8 ? "…" : "..." }

  /// The width of `ellipsis` in cells.
  var ellipsisWidth: Int { isUTF8 ? 1 : 3 }

  /// The separator between facts on one line.
  package var dot: String { isUTF8 ? " · " : " | " }

  /// The arrow before an alias that has a hit.
  var aliasMark: String { isUTF8 ? "← " : "<- " }

  /// The width of `aliasMark` in cells.
  var aliasMarkWidth: Int { isUTF8 ? 2 : 3 }

  /// The symbol for a newline in single-line text.
  var lineFeedMark: String { isUTF8 ? "↵" : "\\n" }

  /// A copy of this style; on a terminal without styles, the copy marks hits with a line of carets.
  func withCarets() -> TerminalStyle {
    var style = self
    style.hasCarets = !hasStyles
    return style
  }

  /// The escape sequence or bracket before the current hit.
  package var currentHitOpening: String { opening(.currentHit) }

  /// The escape sequence or bracket that starts text of `role`.
  func opening(_ role: TextRole) -> String {
    guard let parameters = role.parameters else { return "" }
    return hasStyles ? "\u{1B}[\(parameters)m" : hasCarets ? "" : role.marks.before
  }

  /// The escape sequence or bracket that ends text of `role`.
  func closing(_ role: TextRole) -> String {
    if role.parameters == nil { return "" }
    return hasStyles ? "\u{1B}[0m" : hasCarets ? "" : role.marks.after
  }

  /// The widths in cells of the brackets around text of `role`.
  func markWidths(_ role: TextRole) -> (before: Int, after: Int) {
    hasStyles || hasCarets
      ? (0, 0) : (role.marks.before.utf8.count, role.marks.after.utf8.count)
  }

  /// Ends the row that begins at `start`, and adds the line of carets if `hasCarets` is set.
  func endRow(from start: Int, _ bytes: inout GrowableBuffer<UInt8>) {
    if hasCarets {
      CaretLine.finish(&bytes, from: start, width: width)
    } else {
      bytes.append(0x0A)
    }
  }

  /// Writes the escape sequence, bracket or caret marker before the text of a hit.
  func open(_ role: TextRole, _ bytes: inout GrowableBuffer<UInt8>) {
    if hasCarets { CaretLine.open(role, &bytes) } else { bytes.append(opening(role)) }
  }

  /// Writes the escape sequence, bracket or caret marker after the text of a hit.
  func close(_ role: TextRole, _ bytes: inout GrowableBuffer<UInt8>) {
    if hasCarets { CaretLine.close(role, &bytes) } else { bytes.append(closing(role)) }
  }
}
