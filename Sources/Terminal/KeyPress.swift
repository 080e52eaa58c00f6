internal import CEdit

/// The user's answer to a "continue or quit" prompt at the terminal.
package enum KeyPress: Equatable, Sendable {
  /// Space or Enter.
  case goOn
  /// Any key except Space and Enter.
  case other
  /// No key was pressed, because a signal arrived or the terminal was closed.
  case none

  /// Waits for a key press on standard input, without echo, and discards the rest of a multi-byte
  /// key.
  package static func wait() -> KeyPress {
    switch ce_read_key(0) {
    case 0x20, 0x0A, 0x0D: .goOn
    case ..<0: .none
    default: .other
    }
  }
}
