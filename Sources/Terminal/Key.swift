/// A decoded key press or paste.
package enum Key: Hashable, Sendable {
  /// One or more typed printable characters.
  case text(String)

  /// Pasted text, in which CR and CR LF are replaced with LF.
  ///
  /// Trailing line ends are removed. Control characters are also removed, except tabs and the other
  /// line ends.
  case paste(String)

  /// A key with Control, in lower case: Ctrl-C is `c`, Ctrl-Space is a space, Ctrl-_ is an
  /// underscore.
  case control(Character)

  /// A key pressed with Alt, or after Escape; the character is not changed to lower case.
  case alt(Character)

  case enter, altEnter, tab, backTab, backspace, altBackspace, delete, escape
  case up, down, left, right, home, end, pageUp, pageDown

  /// The left or right arrow key, pressed with Control or Alt.
  case wordLeft, wordRight

  /// A press of the left mouse button; the row and column start at 0.
  case click(row: Int, column: Int)

  case wheelUp, wheelDown
}
