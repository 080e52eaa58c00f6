/// A key as a person means it.
public enum Key: Hashable, Sendable {
  /// Printable characters as typed, one or more.
  case text(String)

  /// What the terminal pasted: CR and CR LF are LF, other controls but tabs are gone, and so are the
  /// line ends behind the last line.
  case paste(String)

  /// A key with Control, in lower case: Ctrl-C is `c`, Ctrl-Space a blank, Ctrl-_ an underscore.
  case control(Character)

  /// A key with Alt, or after Escape, as typed.
  case alt(Character)

  case enter, altEnter, tab, backTab, backspace, altBackspace, delete, escape
  case up, down, left, right, home, end, pageUp, pageDown

  /// Left and right with Control or Alt.
  case wordLeft, wordRight
}
