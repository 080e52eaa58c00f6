/// A translated pattern for non-ASCII texts.
///
/// RE2 runs it on texts in which each scalar is replaced with the code of the scalar's class.
///
/// RE2's `\b` recognizes only ASCII word characters. In the translation, the code of a class of
/// word characters consists of ASCII word characters, and the code of any other class consists of
/// non-word bytes. `\b` in the translation therefore matches at Unicode word boundaries. The first
/// byte of a code of several bytes never occurs in another position of a code. No match of a code
/// therefore begins inside another code.
struct PatternTranslation {
  let alphabet: PatternAlphabet
  /// The translated pattern, in Latin-1.
  private(set) var pattern: [UInt8] = []
  /// The codes of all classes, four bytes for each; short codes are padded with zeros.
  private(set) var codes: [UInt8] = []

  /// The bytes that codes may use.
  ///
  /// `single` has the codes of one byte. `first` has the first bytes of longer codes, and `others`
  /// has their other bytes.
  private struct CodeBytes {
    let single: [UInt8]
    let first: [UInt8]
    let others: [UInt8]

    /// The code of class `number`, if there are `count` classes.
    func code(_ number: Int, of count: Int) -> [UInt8] {
      if count <= single.count { return [single[number]] }
      var length = 1
      var capacity = first.count
      while capacity < count {
        capacity *= others.count
        length += 1
      }
      var rest = number
      var code: [UInt8] = []
      for _ in 1..<length {
        code.append(others[rest % others.count])
        rest /= others.count
      }
      return [first[rest]] + code
    }
  }

  private static let newline = UInt8(ascii: "\n")
  private static let word = CodeBytes(
    single: Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8),
    first: Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_".utf8),
    others: Array("abcdefghijklmnopqrstuvwxyz".utf8))
  /// The bytes for codes of non-word characters: all control characters and non-ASCII bytes except
  /// 0, the newline and 0xFF.
  ///
  /// 0 pads codes, the newline is its own code, and 0xFF separates values.
  private static let other = CodeBytes(
    single: Array(0x01...0x09) + Array(0x0B...0x1F) + Array(0x80...0xFE),
    first: Array(0x80...0xBF), others: Array(0xC0...0xFE))

  init(_ parsed: ParsedPattern) {
    var sets = parsed.pieces.compactMap { if case .scalars(let set) = $0 { set } else { nil } }
    let words = PatternClasses.unicodeWords
    if parsed.hasWordBoundary { sets.append(words) }
    alphabet = PatternAlphabet(sets)
    let wordClasses = parsed.hasWordBoundary ? Set(alphabet.classes(of: words)) : []
    var numbers = (word: 0, other: 0)
    let otherCount = alphabet.count - wordClasses.count - 1
    let newlineClass = alphabet.classes(of: ScalarSet(0x0A))[0]
    var all: [[UInt8]] = []
    for number in 0..<UInt32(alphabet.count) {
      if number == newlineClass {
        all.append([Self.newline])
      } else if wordClasses.contains(number) {
        all.append(Self.word.code(numbers.word, of: wordClasses.count))
        numbers.word += 1
      } else {
        all.append(Self.other.code(numbers.other, of: otherCount))
        numbers.other += 1
      }
    }
    for code in all { codes += code + Array(repeating: 0, count: 4 - code.count) }
    var known = [[UInt8]?](repeating: nil, count: alphabet.setCount)
    for piece in parsed.pieces {
      switch piece {
      case .syntax(let bytes): pattern += bytes
      case .scalars(let set):
        let number = alphabet.number(of: set)
        let text = known[number] ?? Self.text(of: alphabet.members[number].map { all[Int($0)] })
        known[number] = text
        pattern += text
      }
    }
  }

  /// A pattern that matches one of the codes and can be repeated as a unit.
  private static func text(of codes: [[UInt8]]) -> [UInt8] {
    // Group the codes that differ only in their last byte, and collect the last bytes of each
    // group.
    var lasts: [[UInt8]: [UInt8]] = [:]
    var order: [[UInt8]] = []
    for code in codes {
      let start = Array(code.dropLast())
      if lasts[start] == nil { order.append(start) }
      lasts[start, default: []].append(code[code.count - 1])
    }
    let choices = order.map { start in
      start.flatMap(Self.escaped) + brackets(of: (lasts[start] ?? []).sorted())
    }
    switch choices.count {
    case 0: return Array(#"[^\x00-\xFF]"#.utf8)
    case 1 where order[0].isEmpty: return choices[0]
    default: return Array("(?:".utf8) + choices.joined(separator: [UInt8(ascii: "|")]) + [0x29]
    }
  }

  private static func brackets(of bytes: [UInt8]) -> [UInt8] {
    if bytes.count == 1 { return escaped(bytes[0]) }
    var text = [UInt8(ascii: "[")]
    var index = 0
    while index < bytes.count {
      var last = index
      while last + 1 < bytes.count, bytes[last + 1] == bytes[last] + 1 { last += 1 }
      text += escaped(bytes[index])
      if last > index { text += [UInt8(ascii: "-")] + escaped(bytes[last]) }
      index = last + 1
    }
    return text + [UInt8(ascii: "]")]
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    let digits = String(byte, radix: 16)
    return Array("\\x\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8)
  }
}
