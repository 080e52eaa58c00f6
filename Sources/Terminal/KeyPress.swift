internal import CEdit

/// A key pressed at the terminal, where a person is asked to go on or to leave.
public enum KeyPress: Equatable, Sendable {
  /// Space or Enter.
  case goOn
  /// Any other key.
  case other
  /// A signal, or the end of the terminal.
  case none

  /// Waits for a key on standard input; it is not echoed, and nothing of it is left to be read as text.
  public static func wait() -> KeyPress {
    switch ce_read_key(0) {
    case 0x20, 0x0A, 0x0D: .goOn
    case ..<0: .none
    default: .other
    }
  }
}
