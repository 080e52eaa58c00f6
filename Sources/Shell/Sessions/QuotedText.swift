/// Text in double quotes with escapes, for use in a line of a script: `"two\nrows"`.
///
/// A script line cannot contain some characters, such as a newline. The escapes are `\n`, `\r`,
/// `\t`, `\"`, `\\` and `\u{HEX}`; HEX is the hexadecimal number of a scalar.
enum QuotedText {
  /// An error in quoted text, with its UTF-8 offset.
  struct Problem: Error, Equatable {
    let message: String
    let offset: Int
  }

  /// Whether `text` must be quoted if it is at the end of a script line.
  static func isNeeded(for text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return true
    }
    // Quote text that starts or ends with whitespace: commands ignore whitespace before the text,
    // and some editors remove it from the ends of lines.
    return first.properties.isWhitespace || last.properties.isWhitespace || last == "\\"
      || text.unicodeScalars.contains(where: isControl)
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }

  /// Returns `text`, in quotes if it contains control characters.
  static func plain(_ text: String) -> String {
    text.unicodeScalars.contains(where: isControl) ? quoted(text) : text
  }

  static func quoted(_ text: String) -> String {
    var result = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      if let letter = escapes.first(where: { $0.meaning == scalar })?.letter {
        result += ["\\", letter]
      } else if isControl(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    result.append("\"")
    return String(result)
  }

  /// Decodes quoted text, and returns the text without quotes and escapes.
  ///
  /// - Throws: `Problem` if the input is not exactly one string in double quotes.
  static func text(of quoted: String) throws(Problem) -> String {
    let scalars = Array(quoted.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 1
    func problem(_ message: String) -> Problem {
      let before = scalars.prefix(index).reduce(0) { $0 + Unicode.UTF8.width($1) }
      return Problem(message: message, offset: min(before, quoted.utf8.count))
    }
    guard scalars.first == "\"" else {
      index = 0
      throw problem("expected a string in double quotes")
    }
    while index < scalars.count, scalars[index] != "\"" {
      guard scalars[index] == "\\" else {
        result.append(scalars[index])
        index += 1
        continue
      }
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if let meaning = escapes.first(where: { $0.letter == next })?.meaning {
        result.append(meaning)
        index += 2
      } else if next == "u", let end = scalars[index...].firstIndex(of: "}"),
        let scalar = scalar(scalars[(index + 2)..<end])
      {
        result.append(scalar)
        index = end + 1
      } else {
        throw problem("no such escape: it is one of \\n \\r \\t \\\" \\\\ \\u{HEX}")
      }
    }
    guard index < scalars.count else {
      index = 0
      throw problem("the quote \" is never closed")
    }
    index += 1
    let rest = scalars[index...].firstIndex { !$0.properties.isWhitespace }
    if let rest {
      index = rest
      throw problem("nothing may follow the closing quote")
    }
    return String(result)
  }

  /// The scalar whose hexadecimal number follows `{` in `digits`; nil if there is no such scalar.
  private static func scalar(_ digits: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    guard digits.first == "{" else { return nil }
    return UInt32(String(String.UnicodeScalarView(digits.dropFirst())), radix: 16)
      .flatMap(Unicode.Scalar.init)
  }

  private static let escapes: [(letter: Unicode.Scalar, meaning: Unicode.Scalar)] = [
    ("n", "\n"), ("r", "\r"), ("t", "\t"), ("\"", "\""), ("\\", "\\"),
  ]
}
