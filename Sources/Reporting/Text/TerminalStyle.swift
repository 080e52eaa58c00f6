/// How text is shown at a terminal: its width, whether there are styles, which characters it can draw.
public struct TerminalStyle: Sendable, Equatable {
  /// The columns of the terminal, at least 1.
  public var width: Int

  /// Whether SGR sequences are used; without them hits stand in brackets.
  public var hasStyles: Bool

  /// Whether the terminal draws UTF-8; if not, all else than ASCII is shown escaped.
  public var isUTF8: Bool

  /// Whether control characters of the text pass through unescaped (`--raw`).
  public var isRaw: Bool

  public var hyperlinks: Hyperlinks

  public init(
    width: Int, hasStyles: Bool = false, isUTF8: Bool = true, isRaw: Bool = false,
    hyperlinks: Hyperlinks = .never
  ) {
    self.width = max(1, width)
    self.hasStyles = hasStyles
    self.isUTF8 = isUTF8
    self.isRaw = isRaw
    self.hyperlinks = hyperlinks
  }

  /// What stands where text was cut.
  public var ellipsis: String { isUTF8 ? "…" : "..." }

  /// The cells that `ellipsis` takes.
  var ellipsisWidth: Int { isUTF8 ? 1 : 3 }

  /// What parts facts on one line.
  public var dot: String { isUTF8 ? " · " : " | " }

  /// What stands for a line feed where text is shown on one line.
  var lineFeedMark: String { isUTF8 ? "↵" : "\\n" }

  /// What stands before the current hit, wherever it is drawn.
  public var currentHitOpening: String { opening(.currentHit) }

  /// The sequence that begins text of `role`; empty where there are no styles.
  func opening(_ role: TextRole) -> String {
    guard let parameters = role.parameters else { return "" }
    return hasStyles ? "\u{1B}[\(parameters)m" : role.marks.before
  }

  /// The sequence that ends text of `role`.
  func closing(_ role: TextRole) -> String {
    if role.parameters == nil { return "" }
    return hasStyles ? "\u{1B}[0m" : role.marks.after
  }

  /// The cells that the marks around text of `role` take.
  func markWidths(_ role: TextRole) -> (before: Int, after: Int) {
    hasStyles ? (0, 0) : (role.marks.before.utf8.count, role.marks.after.utf8.count)
  }
}
