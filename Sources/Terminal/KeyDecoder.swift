/// Decodes terminal input into keys; the bytes of a key can arrive in several reads.
///
/// The decoder supports the sequences of xterm, rxvt, tmux, the Linux console and the kitty
/// protocol. All other sequences, such as reports of focus and terminal state, are ignored
/// completely. Mouse reports become keys only if they are SGR reports of left-button presses or of
/// the wheel.
package struct KeyDecoder: Sendable {
  private enum State {
    case ground
    case escape

    /// `ESC O` has been read.
    case single

    /// `ESC [` has been read.
    case sequence

    /// `ESC [ [` has been read; exactly one letter follows.
    case consoleKey

    /// `ESC [ M` has been read; the value is the number of bytes still missing.
    case mouse(Int)

    /// A reply string of the terminal is being read; it began with `ESC` and the character in the
    /// first value.
    case string(Unicode.Scalar, isEmpty: Bool)
    case stringEscape
    case paste
  }

  private var state = State.ground

  /// Whether another Escape preceded the current Escape.
  private var isAlt = false
  private var parameters: [UInt8] = []
  private var scalars = ScalarDecoder()
  private var pasted = PastedText()

  package init() {}

  /// Whether an incomplete sequence, or text of an incomplete paste, is buffered.
  package var isPending: Bool {
    switch state {
    case .ground: false
    case .paste: !pasted.isEmpty
    default: true
    }
  }

  /// Returns the keys whose last byte is in `bytes`; adjacent printable characters form one key.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes, including buffered ones.
  package mutating func feed(_ bytes: [UInt8]) -> [Key] {
    var output = Output()
    for byte in bytes { take(byte, &output) }
    return output.finish()
  }

  /// Returns the keys of the buffered bytes after a pause in the input; a lone Escape becomes
  /// `escape`.
  ///
  /// An incomplete paste stays open until its end marker arrives.
  package mutating func flush() -> [Key] {
    var output = Output()
    switch state {
    case .ground: break
    case .paste:
      if let key = pasted.takeText() { output.add(key) }
      return output.finish()
    case .escape:
      output.add(.escape)
      if isAlt { output.add(.escape) }
    case .single: finishAlt("O", &output)
    case .sequence where parameters.isEmpty: finishAlt("[", &output)
    case .string(let opener, isEmpty: true): finishAlt(opener, &output)
    case .stringEscape: output.add(.escape)
    case .sequence, .consoleKey, .mouse, .string: break
    }
    state = .ground
    return output.finish()
  }

  private func finishAlt(_ scalar: Unicode.Scalar, _ output: inout Output) {
    if isAlt { output.add(.escape) }
    output.add(.alt(Character(scalar)))
    for byte in parameters { output.add(Unicode.Scalar(byte)) }
  }

  private mutating func take(_ byte: UInt8, _ output: inout Output) {
    // A control character or a non-ASCII byte ends an incomplete sequence.
    let isBreak = !(0x20..<0x7F).contains(byte)
    switch state {
    case .ground: if let scalar = scalars.take(byte) { takeText(scalar, &output) }
    case .escape: if let scalar = scalars.take(byte) { takeEscaped(scalar, &output) }
    case .paste:
      guard pasted.take(byte) else { return }
      if let key = pasted.takeText() { output.add(key) }
      pasted = PastedText()
      state = .ground
    case .string(let opener, _): takeString(byte, opener)
    case .stringEscape:
      // `ESC \` ends a string; if any other byte follows, the Escape was a key that interrupted the
      // string.
      state = .ground
      if byte == UInt8(ascii: "\\") { return }
      takeText("\u{1B}", &output)
      take(byte, &output)
    case .single where isBreak, .sequence where isBreak, .consoleKey where isBreak,
      .mouse where byte < 0x20:
      state = .ground
      take(byte, &output)
    case .mouse(let missing): state = missing == 1 ? .ground : .mouse(missing - 1)
    case .consoleKey: state = .ground
    case .single: takeSingle(byte, &output)
    case .sequence: takeSequence(byte, &output)
    }
  }

  private mutating func takeText(_ scalar: Unicode.Scalar, _ output: inout Output) {
    switch scalar.value {
    case 0x1B:
      state = .escape
      isAlt = false
      parameters.removeAll(keepingCapacity: true)
    case 0x0A, 0x0D: output.add(.enter)
    case 0x09: output.add(.tab)
    case 0x7F: output.add(.backspace)
    case 0: output.add(.control(" "))
    case 1...26: output.add(.control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60))))
    case 28...31: output.add(.control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40))))
    case 0x80..<0xA0: break
    default: output.add(scalar)
    }
  }

  private mutating func takeEscaped(_ scalar: Unicode.Scalar, _ output: inout Output) {
    state = .ground
    switch scalar {
    case "\u{1B}":
      if isAlt { output.add(.escape) }
      isAlt = true
      state = .escape
      return
    case "[":
      state = .sequence
      return
    case "O":
      state = .single
      return
    case "]", "P", "_", "^":
      state = .string(scalar, isEmpty: true)
      return
    default: break
    }
    if isAlt { output.add(.escape) }
    switch scalar.value {
    case 0x0A, 0x0D: output.add(.altEnter)
    case 0x08, 0x7F: output.add(.altBackspace)
    case 0..<0x20, 0x80..<0xA0: takeText(scalar, &output)
    default: output.add(.alt(Character(scalar)))
    }
  }

  private mutating func takeString(_ byte: UInt8, _ opener: Unicode.Scalar) {
    switch byte {
    // BEL ends a string; CAN and SUB cancel a string.
    case 0x07, 0x18, 0x1A: state = .ground
    case 0x1B: state = .stringEscape
    default: state = .string(opener, isEmpty: false)
    }
  }

  private mutating func takeSingle(_ byte: UInt8, _ output: inout Output) {
    if (0x30..<0x3C).contains(byte) && parameters.count < 8 {
      parameters.append(byte)
      return
    }
    state = .ground
    add(KeySequences.single(final: byte, parameters: parameters, isAlt: isAlt), &output)
  }

  private mutating func takeSequence(_ byte: UInt8, _ output: inout Output) {
    let isPlain = parameters.allSatisfy { (0x30...0x39).contains($0) }
    switch byte {
    case UInt8(ascii: "[") where parameters.isEmpty: state = .consoleKey
    case UInt8(ascii: "M") where parameters.isEmpty: state = .mouse(3)
    // In rxvt, the sequence of a key with Shift ends in a dollar sign.
    case UInt8(ascii: "$") where isPlain && !parameters.isEmpty: finish(byte, &output)
    case 0x20..<0x40: if parameters.count < 64 { parameters.append(byte) }
    default: finish(byte, &output)
    }
  }

  private mutating func finish(_ final: UInt8, _ output: inout Output) {
    state = .ground
    let sequence = KeySequences.Sequence(final: final, parameters: parameters)
    if sequence.beginsPaste {
      state = .paste
    } else {
      add(KeySequences.key(sequence, isAlt: isAlt), &output)
    }
  }

  private func add(_ key: Key?, _ output: inout Output) {
    if let key { output.add(key) }
  }
}

extension KeyDecoder {
  /// Collects keys in order, and combines adjacent text keys.
  private struct Output {
    private var keys: [Key] = []
    private var text = String.UnicodeScalarView()

    mutating func add(_ scalar: Unicode.Scalar) { text.append(scalar) }

    mutating func add(_ key: Key) {
      // Some terminal protocols send typed text as key sequences.
      if case .text(let more) = key {
        text.append(contentsOf: more.unicodeScalars)
        return
      }
      gather()
      keys.append(key)
    }

    mutating func finish() -> [Key] {
      gather()
      return keys
    }

    private mutating func gather() {
      if text.isEmpty { return }
      keys.append(.text(String(text)))
      text = String.UnicodeScalarView()
    }
  }
}
