/// Keys that send more than one character, as in xterm.
public enum PseudoterminalKeys {
  public static let up = "\u{1B}[A"
  public static let down = "\u{1B}[B"
  public static let right = "\u{1B}[C"
  public static let left = "\u{1B}[D"
  public static let home = "\u{1B}[H"
  public static let end = "\u{1B}[F"
  public static let delete = "\u{1B}[3~"
  public static let controlLeft = "\u{1B}[1;5D"
  public static let controlRight = "\u{1B}[1;5C"
  public static let altLeft = "\u{1B}[1;3D"
  public static let altRight = "\u{1B}[1;3C"
  public static let altEnter = "\u{1B}\r"
  public static let escape = "\u{1B}"
  public static let backspace = "\u{7F}"
  public static let tab = "\t"

  /// A letter with the Control key.
  public static func control(_ letter: Unicode.Scalar) -> String {
    String(Unicode.Scalar(UInt8(letter.value & 0x1F)))
  }

  /// `text` as a bracketed paste.
  public static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }
}

extension Pseudoterminal {
  /// Presses keys.
  public func press(_ keys: String...) { type(keys.joined()) }
}
