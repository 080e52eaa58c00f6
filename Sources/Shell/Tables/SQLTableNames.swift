/// The names of the tables that an SQL query reads.
///
/// The names are the words after FROM and JOIN, and after commas in a list of tables.
///
/// The parser understands no other SQL syntax, so the result can include names that are not tables.
struct SQLTableNames {
  /// The names of the tables, in lower case.
  private(set) var names: Set<String> = []

  /// Whether the next word is a table name.
  private var isExpected = false
  /// Whether the word after a comma is a table name.
  private var isInList = false

  /// The words that end a list of tables.
  private static let endings: Set<String> = [
    "where", "group", "order", "limit", "having", "union", "except", "intersect", "on", "using",
    "select", "values",
  ]

  init(_ sql: String) {
    var rest = sql[...]
    while let first = rest.first {
      if let end = Self.closing(first) {
        let text = Self.quoted(&rest, end)
        if first != "'" { add(text) }
      } else if Self.isWord(first) {
        let word = rest.prefix(while: Self.isWord)
        rest.removeFirst(word.count)
        read(word.lowercased())
      } else {
        if first == "," { isExpected = isInList }
        rest.removeFirst()
      }
    }
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func closing(_ quote: Character) -> Character? {
    switch quote {
    case "'", "\"", "`": quote
    case "[": "]"
    default: nil
    }
  }

  /// Removes quoted text from the start of the input, and returns its contents.
  ///
  /// Within quoted text, two adjacent quotes stand for one quote.
  private static func quoted(_ rest: inout Substring, _ end: Character) -> String {
    rest.removeFirst()
    var text = ""
    while let next = rest.popFirst() {
      if next == end {
        guard rest.first == end, end != "]" else { break }
        rest.removeFirst()
      }
      text.append(next)
    }
    return text
  }

  private mutating func read(_ word: String) {
    if word == "from" || word == "join" {
      isExpected = true
      isInList = true
    } else if Self.endings.contains(word) {
      isExpected = false
      isInList = false
    } else {
      add(word)
    }
  }

  private mutating func add(_ name: String) {
    if isExpected { names.insert(name.lowercased()) }
    isExpected = false
  }
}
