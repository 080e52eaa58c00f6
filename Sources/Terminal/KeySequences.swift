/// Maps the control sequences of common terminals to keys.
enum KeySequences {
  /// A control sequence: `ESC [`, parameters and a final byte.
  struct Sequence {
    let final: Unicode.Scalar

    /// Whether the sequence is a report, such as a mouse or mode report.
    ///
    /// A report has parameters that start with `<`, `=`, `>` or `?`, or has an intermediate byte.
    private let isReport: Bool

    /// The first value of each parameter; nil for an empty parameter.
    private let values: [Int?]

    /// The event type that the terminal sent: 1 for a press, 2 for a repeat, 3 for a release.
    private let happening: Int

    init(final: UInt8, parameters: [UInt8]) {
      self.final = Unicode.Scalar(final)
      isReport = parameters.contains { !(0x30..<0x3C).contains($0) }
      let text = String(decoding: parameters, as: UTF8.self)
      let parts = text.split(separator: ";", omittingEmptySubsequences: false).map {
        $0.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      }
      values = parts.map { $0.first ?? nil }
      let numbers = text.dropFirst().split(separator: ";").compactMap { Int($0) }
      mouseReport =
        final == UInt8(ascii: "M") && text.hasPrefix("<") && numbers.count == 3
        ? (numbers[0], numbers[1], numbers[2]) : nil
      happening = parts.count > 1 && parts[1].count > 1 ? parts[1][1] ?? 1 : 1
    }

    /// The button, column and row if the sequence is an SGR mouse report of a press; otherwise nil.
    let mouseReport: (button: Int, column: Int, row: Int)?

    var beginsPaste: Bool { isKey && final == "~" && value(0) == 200 }

    /// Whether the sequence is a key press or repeat; false for reports and key releases, which are
    /// ignored.
    var isKey: Bool { !isReport && happening != 3 }

    func value(_ index: Int) -> Int? { index < values.count ? values[index] : nil }
  }

  /// The modifier keys that were held down with the key.
  struct Modifiers {
    let isShift, isAlt, isControl: Bool

    /// Decodes xterm's modifier code: one plus the sum of 1 (Shift), 2 (Alt) and 4 (Control).
    init(code: Int?, isAlt: Bool) {
      let bits = max(0, (code ?? 1) - 1)
      isShift = bits & 1 != 0
      // Bit 32 is Meta, which some terminals distinguish from Alt.
      self.isAlt = isAlt || bits & 34 != 0
      isControl = bits & 4 != 0
    }

    var movesByWord: Bool { isAlt || isControl }
  }

  /// The key of a sequence; nil if the sequence is unknown.
  static func key(_ sequence: Sequence, isAlt: Bool) -> Key? {
    if let report = sequence.mouseReport { return mouse(report) }
    guard sequence.isKey else { return nil }
    let modifiers = Modifiers(code: sequence.value(1), isAlt: isAlt)
    switch sequence.final {
    case "Z": return .backTab
    case "u": return sequence.value(0).flatMap { key(code: $0, modifiers) }
    // rxvt sends a lower-case final letter for Shift, and the final bytes `^`, `$` and `@` instead
    // of a modifier code.
    case "a", "b", "c", "d": return arrow(sequence.final, Modifiers(code: 2, isAlt: isAlt))
    case "~" where sequence.value(0) == 27:
      return sequence.value(2).flatMap { key(code: $0, modifiers) }
    case "~", "^", "$", "@": return sequence.value(0).flatMap(numbered)
    default: return arrow(sequence.final, modifiers)
    }
  }

  /// The key for a sequence that consists of `ESC O`, parameters and the byte `final`.
  static func single(final: UInt8, parameters: [UInt8], isAlt: Bool) -> Key? {
    let final = Unicode.Scalar(final)
    let code = String(decoding: parameters, as: UTF8.self).split(separator: ";").last
    switch final {
    case "a", "b", "c", "d": return arrow(final, Modifiers(code: 5, isAlt: isAlt))
    case "A", "B", "C", "D", "F", "H":
      return arrow(final, Modifiers(code: code.flatMap { Int($0) }, isAlt: isAlt))
    case "M": return isAlt ? .altEnter : .enter
    case "I": return .tab
    case "X": return .text("=")
    // The keypad sends the letters from `j` to `y` for the characters from `*` to `9`.
    case "j"..."y": return .text(String(Character(Unicode.Scalar(UInt8(final.value) - 0x40))))
    default: return nil
    }
  }

  private static func mouse(_ report: (button: Int, column: Int, row: Int)) -> Key? {
    switch report.button {
    case 0: .click(row: max(0, report.row - 1), column: max(0, report.column - 1))
    case 64: .wheelUp
    case 65: .wheelDown
    default: nil
    }
  }

  private static func numbered(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }

  private static func arrow(_ letter: Unicode.Scalar, _ modifiers: Modifiers) -> Key? {
    switch letter {
    case "A", "a": .up
    case "B", "b": .down
    case "C", "c": modifiers.movesByWord ? .wordRight : .right
    case "D", "d": modifiers.movesByWord ? .wordLeft : .left
    case "H": .home
    case "F": .end
    default: nil
    }
  }

  /// The key for a character code with modifiers.
  private static func key(code: Int, _ modifiers: Modifiers) -> Key? {
    switch code {
    case 9: return modifiers.isShift ? .backTab : .tab
    case 13: return modifiers.isAlt ? .altEnter : .enter
    case 27: return .escape
    case 8, 127: return modifiers.movesByWord ? .altBackspace : .backspace
    default: break
    }
    // kitty uses private-use codes from U+E000 on for keys without a character.
    guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init), code >= 0x20,
      scalar.properties.generalCategory != .control,
      scalar.properties.generalCategory != .privateUse
    else { return nil }
    if modifiers.isControl { return control(scalar) }
    let character = Character(scalar)
    if modifiers.isAlt { return .alt(modifiers.isShift ? uppercased(character) : character) }
    return .text(String(modifiers.isShift ? uppercased(character) : character))
  }

  private static func control(_ scalar: Unicode.Scalar) -> Key? {
    switch scalar {
    case "a"..."z", " ", "\\", "]", "^", "_": return .control(Character(scalar))
    case "A"..."Z": return .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x20)))
    case "[": return .escape
    case "@", "2": return .control(" ")
    case "?": return .backspace
    // Most other terminals send Ctrl-_ for Control with slash or minus.
    case "/", "-": return .control("_")
    default: return nil
    }
  }

  private static func uppercased(_ character: Character) -> Character {
    let text = character.uppercased()
    return text.count == 1 ? Character(text) : character
  }
}
