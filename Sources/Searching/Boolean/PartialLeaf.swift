internal import UnicodeText

/// Finds the word at the end of a boolean query, which may be the last word of an open phrase.
///
/// The query is read as the lexers read it, with one difference: a quote at the very end opens a
/// phrase, because the user is still typing.
struct PartialLeaf {
  private let reader: ClusterReader
  private let grammar: Grammar
  private let fields: Set<String>

  private var position = 0

  /// For each open group, its field; nil if the group is not bound to a field.
  private var groups: [String?] = []

  /// The field whose name and colon come directly before the current position.
  private var field: String?

  /// The part of a leaf that has been read so far.
  private struct Leaf {
    var text: [UInt8] = []
    /// The offset in `text` of the word after the last whitespace.
    var wordStart = 0
    /// The offset in the query of the word after the last whitespace.
    var queryStart: Int

    mutating func append(_ cluster: ArraySlice<UInt8>, endingAt end: Int) {
      text += cluster
      let isBlank = String(decoding: cluster, as: UTF8.self).unicodeScalars
        .allSatisfy { Whitespace.isWhiteSpace($0.value) }
      if isBlank { (wordStart, queryStart) = (text.count, end) }
    }
  }

  private init(_ query: String, _ grammar: Grammar, _ fields: Set<String>) {
    reader = ClusterReader(query)
    self.grammar = grammar
    self.fields = fields
  }

  /// The word at the end of `query`; `nil` if `query` does not end in a word.
  static func word(
    atEndOf query: String, grammar: Grammar, fields: Set<String>
  ) -> PartialWord? {
    var leaf = PartialLeaf(query, grammar, fields)
    return leaf.read()
  }

  private mutating func read() -> PartialWord? {
    while position < reader.bytes.count {
      if isBlank(at: position) {
        position = reader.end(ofClusterAt: position)
        continue
      }
      switch reader.ascii(at: position) {
      case UInt8(ascii: "("):
        groups.append(field ?? groups.last ?? nil)
        field = nil
        position += 1
      case UInt8(ascii: ")"):
        _ = groups.popLast()
        position += 1
      case UInt8(ascii: "!") where position + 1 < reader.bytes.count:
        // In the classic grammar, `!` before whitespace is a word. Skip this word, because it is
        // not the last word of the query.
        position += 1
      case UInt8(ascii: "\""):
        if let leaf = readPhrase() { return word(leaf, isPhrase: true) }
      default:
        if let leaf = readWord() { return leaf.text.isEmpty ? nil : word(leaf, isPhrase: false) }
      }
    }
    return nil
  }

  private func isBlank(at offset: Int) -> Bool {
    let scalars = reader.scalars(ofClusterAt: offset)
    switch grammar {
    case .classic:
      return scalars.count == 1 && scalars.allSatisfy { Whitespace.isClassicWhitespace($0.value) }
    case .standard, .words: return scalars.allSatisfy { Whitespace.isWhiteSpace($0.value) }
    }
  }

  /// Reads a phrase; returns the phrase if it is still open at the end of the query.
  private mutating func readPhrase() -> Leaf? {
    position += 1
    var leaf = Leaf(queryStart: position)
    while position < reader.bytes.count {
      let character = reader.ascii(at: position)
      if character == UInt8(ascii: "\"") {
        position += 1
        field = nil
        return nil
      }
      if character == UInt8(ascii: "\\"), position + 1 < reader.bytes.count,
        grammar == .standard || reader.ascii(at: position + 1) == UInt8(ascii: "\"")
      {
        position += 1
      }
      takeCluster(into: &leaf)
    }
    return leaf
  }

  /// Reads a word; returns the word if the query ends with it.
  private mutating func readWord() -> Leaf? {
    let start = position
    var leaf = Leaf(queryStart: position)
    var colon: (name: String, end: Int)?
    while position < reader.bytes.count {
      let character = reader.ascii(at: position)
      if character == UInt8(ascii: "\\") {
        // The user has not yet typed the character that the backslash escapes.
        if position + 1 == reader.bytes.count { return Leaf(queryStart: position) }
        position += 1
      } else if position > start, endsWord(character) {
        break
      } else if grammar == .standard, character == UInt8(ascii: ":") {
        let name = String(decoding: leaf.text, as: UTF8.self)
        if fields.contains(name) { colon = (name, position + 1) }
      }
      takeCluster(into: &leaf)
    }
    if let colon {
      field = colon.name
      position = colon.end
      return nil
    }
    if position == reader.bytes.count { return leaf }
    field = nil
    return nil
  }

  private mutating func takeCluster(into leaf: inout Leaf) {
    let end = reader.end(ofClusterAt: position)
    leaf.append(reader.bytes[position..<end], endingAt: end)
    position = end
  }

  private func endsWord(_ character: UInt8?) -> Bool {
    switch character {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""): true
    default: isBlank(at: position)
    }
  }

  private func word(_ leaf: Leaf, isPhrase: Bool) -> PartialWord? {
    let text = String(decoding: leaf.text[leaf.wordStart...], as: UTF8.self)
    if text.isEmpty { return nil }
    let spelling = LeafSpelling(grammar: grammar, fields: fields, isPhrase: isPhrase)
    var word = PartialWord(text, in: leaf.queryStart..<reader.bytes.count) {
      PartialWord.isPlain($0) ? spelling.escaped($0) : nil
    }
    word.field = field ?? groups.last ?? nil
    word.allowsField = grammar == .standard && !isPhrase && word.field == nil && leaf.wordStart == 0
    // Insert no space after the word, because the space would become part of the phrase.
    if isPhrase { word.suffix = "" }
    return word
  }
}

/// Writes a text as a word, or as part of a phrase, in a boolean query.
struct LeafSpelling {
  let grammar: Grammar
  let fields: Set<String>
  let isPhrase: Bool

  /// `text` with a backslash before each special character.
  ///
  /// Returns `nil` if `text` cannot be written in a query.
  func escaped(_ text: String) -> String? {
    if isPhrase {
      if grammar == .standard { return escaped(text) { $0 == "\"" || $0 == "\\" } }
      // A backslash at the end of the text would escape the quote that closes the phrase.
      return text.hasSuffix("\\") ? nil : escaped(text) { $0 == "\"" }
    }
    if ["AND", "OR", "NOT"].contains(text) { return "\\" + text }
    var result = escaped(text) { "()\"\\".contains($0) || $0.isWhitespace }
    if result.hasPrefix("!") { result = "\\" + result }
    guard grammar == .standard else { return result }
    if text.hasSuffix("*") { result = result.dropLast() + "\\*" }
    return namesField(text)
      ? result.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
      : result
  }

  private func escaped(_ text: String, where isSpecial: (Character) -> Bool) -> String {
    text.reduce(into: "") { result, character in
      if isSpecial(character) { result.append("\\") }
      result.append(character)
    }
  }

  /// Whether `text` begins with the name of a field and a colon.
  private func namesField(_ text: String) -> Bool {
    text.indices.contains { text[$0] == ":" && fields.contains(String(text[..<$0])) }
  }
}
