/// Converts arbitrary bytes to lines of plain text, and back.
enum EscapedLines {
  /// Escapes `bytes`, and puts `mark` before each line.
  ///
  /// If the last line has no newline, its text ends with a backslash.
  static func text(of bytes: [UInt8], mark: String) -> String {
    var result = ""
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast() {
      result += mark + escaped(line) + "\n"
    }
    let rest = bytes[((bytes.lastIndex(of: 10) ?? -1) + 1)...]
    return rest.isEmpty ? result : result + mark + escaped(rest) + "\\\n"
  }

  /// The bytes of an escaped line, with its newline.
  static func bytes(of line: String) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(line.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard let next = rest.popFirst() else { return result }
      if next == UInt8(ascii: "x") {
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        result.append(UInt8(digits, radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      } else {
        result.append(next)
      }
    }
    return result + [10]
  }

  private static func escaped(_ line: ArraySlice<UInt8>) -> String {
    let isText = String(validating: line, as: UTF8.self) != nil
    var result = ""
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars where isText {
      if scalar == "\\" {
        result += "\\\\"
      } else if isVisible(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        for byte in Array(String(scalar).utf8) { result += escape(byte) }
      }
    }
    if isText { return result }
    for byte in line {
      let isPlain = (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
      result += isPlain ? String(Unicode.Scalar(byte)) : escape(byte)
    }
    return result
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar == "\t"
    case .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
    default: true
    }
  }

  private static func escape(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "\\x" + (digits.count == 1 ? "0" : "") + digits
  }
}
