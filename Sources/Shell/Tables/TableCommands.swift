/// The command `:sql SELECT ...`.
struct SQLCommand: SessionCommand {
  var text = ""

  static let form = Form<Self>(
    "sql", "query the last result and the corpora in SQL", usage: "SELECT ...", reading: .query,
    [.optional("SELECT ...", help: "") { $0.text = $1 }])

  mutating func run(in tables: TableQueries) throws {
    guard !text.isEmpty else {
      throw ShellError.usage(":sql needs a query: :sql SELECT count(*) FROM result")
    }
    try tables.write(text)
  }
}

/// The command `:where EXPR`.
struct WhereCommand: SessionCommand {
  var condition = ""

  static let form = Form<Self>(
    "where", "keep the records of the last result that meet a condition", usage: "EXPR",
    reading: .query, [.optional("EXPR", help: "") { $0.condition = $1 }])

  mutating func run(in tables: TableQueries) throws {
    guard !SQLCondition.isBlank(condition) else {
      throw ShellError.usage(":where needs a condition: :where ms > 100 AND level = 'error'")
    }
    try tables.keep(where: condition)
  }
}

/// The command `:sort F [asc|desc]...`.
struct SortCommand: SessionCommand {
  var words: [String] = []

  static let form = Form<Self>(
    "sort", "order the records of the last result", usage: "FIELD [asc|desc]...",
    [
      .rest(
        "FIELD", kind: .fields, isRequired: true, help: "A column, and asc (the default) or desc."
      ) {
        $0.words.append($1)
      }
    ])

  mutating func run(in tables: TableQueries) throws {
    try tables.sort(
      by: SortKey.keys(words, orReport: "sorting needs a column: :sort time desc"))
  }
}

/// A column to sort by.
struct SortKey: Equatable {
  let field: String
  var isDescending = false

  /// Parses `FIELD [asc|desc]...`; the columns can be separated by commas.
  ///
  /// - Parameters:
  ///   - words: the words of the command, such as `time` and `desc`.
  ///   - message: the message of the error if the words name no column.
  /// - Returns: at least one column.
  /// - Throws: a usage error if the words name no column.
  static func keys(
    _ words: [String],
    orReport message: String = "--sort needs a column, such as --sort 'age desc'"
  ) throws -> [SortKey] {
    var keys: [SortKey] = []
    for word in words.flatMap({ $0.split(separator: ",").map(String.init) }) {
      switch word.lowercased() {
      case "asc" where !keys.isEmpty: keys[keys.count - 1].isDescending = false
      case "desc" where !keys.isEmpty: keys[keys.count - 1].isDescending = true
      default: keys.append(SortKey(field: word))
      }
    }
    guard !keys.isEmpty else { throw ShellError.usage(message) }
    return keys
  }
}
