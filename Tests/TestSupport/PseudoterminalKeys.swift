/// Keys that send more than one character, as in xterm.
package enum PseudoterminalKeys {
  package static let up = "\u{1B}[A"
  package static let down = "\u{1B}[B"
  package static let right = "\u{1B}[C"
  package static let left = "\u{1B}[D"
  package static let home = "\u{1B}[H"
  package static let end = "\u{1B}[F"
  package static let delete = "\u{1B}[3~"
  package static let controlLeft = "\u{1B}[1;5D"
  package static let controlRight = "\u{1B}[1;5C"
  package static let altLeft = "\u{1B}[1;3D"
  package static let altRight = "\u{1B}[1;3C"
  package static let altEnter = "\u{1B}\r"
  package static let escape = "\u{1B}"
  package static let backspace = "\u{7F}"
  package static let tab = "\t"

  /// A letter with the Control key.
  package static func control(_ letter: Unicode.Scalar) -> String {
    String(Unicode.Scalar(UInt8(letter.value & 0x1F)))
  }

  /// `text` as a bracketed paste.
  package static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }
}

extension Pseudoterminal {
  /// Presses keys.
  package func press(_ keys: String...) { type(keys.joined()) }
}
