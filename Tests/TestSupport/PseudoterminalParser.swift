extension PseudoterminalScreen {
  /// Parses terminal output; the bytes of a character or escape sequence can arrive separately.
  struct Parser: Sendable {
    enum Event {
      case text(Unicode.Scalar)
      case control(UInt8)

      /// `ESC [ parameters final`; private sequences start with a question mark.
      case sequence(final: Unicode.Scalar, parameters: [Int], isPrivate: Bool)
    }

    private enum State {
      case ground
      case escape
      case charset
      case sequence
      case string
      case stringEscape
    }

    private var state = State.ground
    private var pending: [UInt8] = []

    mutating func events(in bytes: [UInt8]) -> [Event] {
      var events: [Event] = []
      for byte in bytes {
        if let event = take(byte) { events.append(event) }
      }
      return events
    }

    private mutating func take(_ byte: UInt8) -> Event? {
      switch state {
      case .ground: return takeText(byte)
      case .charset: state = .ground
      case .escape:
        pending = []
        switch byte {
        case UInt8(ascii: "["): state = .sequence
        case UInt8(ascii: "]"): state = .string
        case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
        default: state = .ground
        }
      case .string:
        // BEL or `ESC \` ends the string, which can be a hyperlink.
        if byte == 7 { state = .ground }
        if byte == 27 { state = .stringEscape }
      case .stringEscape: state = byte == UInt8(ascii: "\\") ? .ground : .string
      case .sequence:
        if !(0x40...0x7E).contains(byte) {
          pending.append(byte)
          return nil
        }
        state = .ground
        let text = String(decoding: pending, as: UTF8.self)
        pending = []
        let parameters = text.filter { $0 != "?" }.split(separator: ";").map { Int($0) ?? 0 }
        return .sequence(
          final: Unicode.Scalar(byte), parameters: parameters, isPrivate: text.hasPrefix("?"))
      }
      return nil
    }

    private mutating func takeText(_ byte: UInt8) -> Event? {
      if byte == 27 {
        state = .escape
        return nil
      }
      if byte < 0x20 || byte == 0x7F { return .control(byte) }
      pending.append(byte)
      guard let text = String(validating: pending, as: UTF8.self) else {
        if pending.count >= 4 { pending = [] }
        return nil
      }
      pending = []
      return text.unicodeScalars.first.map { .text($0) }
    }
  }
}
