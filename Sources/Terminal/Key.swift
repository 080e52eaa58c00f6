/// A decoded key press or paste.
package enum Key: Hashable, Sendable {
  /// One or more printable characters as typed.
  case text(String)

  /// Pasted text: CR and CR LF become LF, control characters except tabs are removed, and so are line ends after the
  /// last line.
  case paste(String)

  /// A key with Control, in lower case: Ctrl-C is `c`, Ctrl-Space is a space, Ctrl-_ is an underscore.
  case control(Character)

  /// A key with Alt, or after Escape, as typed.
  case alt(Character)

  case enter, altEnter, tab, backTab, backspace, altBackspace, delete, escape
  case up, down, left, right, home, end, pageUp, pageDown

  /// Left and right with Control or Alt.
  case wordLeft, wordRight

  /// A press of the left mouse button, at a cell from 0.
  case click(row: Int, column: Int)

  case wheelUp, wheelDown
}
