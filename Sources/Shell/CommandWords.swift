/// The arguments of a command, split into words as in a POSIX shell.
///
/// Variables and patterns are not expanded.
///
/// Text in `'...'` is verbatim. In `"..."`, a backslash escapes `"` and `\`. Outside quotes, a
/// backslash escapes any character. An unquoted `~` at the start of a word, alone or before a
/// slash, is the home folder.
struct CommandWords: Equatable {
  /// A word and its position in the line.
  struct Word: Equatable {
    var text: String
    /// The range of the word, including its quotes, in UTF-8 bytes from the start of the text.
    var range: Range<Int>
    /// Whether the word starts with an unquoted `~`, alone or before a slash.
    var startsWithTilde = false
  }

  /// The error for a quote that is never closed, or a backslash with nothing after it.
  struct Unfinished: Error, Equatable {
    enum Kind: Equatable {
      case quote(Character)
      case backslash
    }
    let kind: Kind
    /// The offset of the quote or backslash, in UTF-8 bytes.
    let offset: Int
    /// The words so far, including the unfinished word.
    let words: [Word]
  }

  private(set) var words: [Word] = []

  /// Splits `text` into words.
  ///
  /// - Throws: `Unfinished` if a quote is open or a backslash ends the text.
  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: String) throws(Unfinished) {
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count {
      if Self.isBlank(bytes[position]) {
        position += 1
      } else {
        try readWord(bytes, &position)
      }
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private mutating func readWord(_ bytes: [UInt8], _ position: inout Int) throws(Unfinished) {
    let start = position
    var content: [UInt8] = []
    var startsWithTilde = false
    func unfinished(_ kind: Unfinished.Kind, _ offset: Int) -> Unfinished {
      let word = Word(
        text: String(decoding: content, as: UTF8.self), range: start..<bytes.count,
        startsWithTilde: startsWithTilde)
      return Unfinished(kind: kind, offset: offset, words: words + [word])
    }
    while position < bytes.count, !Self.isBlank(bytes[position]) {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        let opening = position
        let escapes = byte == UInt8(ascii: "\"")
        position += 1
        while position < bytes.count, bytes[position] != byte {
          let next = position + 1 < bytes.count ? bytes[position + 1] : 0
          if escapes, bytes[position] == 0x5C, next == byte || next == 0x5C { position += 1 }
          content.append(bytes[position])
          position += 1
        }
        guard position < bytes.count else {
          throw unfinished(.quote(Character(Unicode.Scalar(byte))), opening)
        }
        position += 1
      case 0x5C:
        guard position + 1 < bytes.count else { throw unfinished(.backslash, position) }
        content.append(bytes[position + 1])
        position += 2
      default:
        if position == start, byte == UInt8(ascii: "~"),
          start + 1 == bytes.count || bytes[start + 1] == UInt8(ascii: "/")
            || Self.isBlank(bytes[start + 1])
        {
          startsWithTilde = true
        }
        content.append(byte)
        position += 1
      }
    }
    words.append(
      Word(
        text: String(decoding: content, as: UTF8.self), range: start..<position,
        startsWithTilde: startsWithTilde))
  }

  /// The words, with a leading unquoted `~` replaced by the home folder.
  func expanded(home: String?) -> [String] {
    words.map { word in
      guard word.startsWithTilde, let home else { return word.text }
      return home + word.text.dropFirst()
    }
  }

  /// Quotes `word`, if needed, so that it parses as one word with the same text.
  static func quoted(_ word: String) -> String { quoted([word])[0] }

  /// Quotes each of `words`, if needed, so that it parses as one word with the same text.
  ///
  /// All words get the same kind of quotes, so that completions keep their common prefix.
  static func quoted(_ words: [String]) -> [String] {
    if words.allSatisfy(isPlain) { return words }
    // Compare scalars, because a quote and a combining mark after it form one Character.
    if !words.contains(where: { $0.unicodeScalars.contains("'") }) {
      return words.map { "'\($0)'" }
    }
    return words.map { word in
      var result = "\"".unicodeScalars
      for scalar in word.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { result.append("\\") }
        result.append(scalar)
      }
      return String(result) + "\""
    }
  }

  /// Whether `word` needs no quotes.
  private static func isPlain(_ word: String) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy { byte in
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || "_./,:=+@%^-".utf8.contains(byte)
      }
  }
}
