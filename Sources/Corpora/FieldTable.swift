import UnicodeText

/// The column names found during a load, and the columns to keep, both in order of appearance.
struct FieldTable {
  /// A column name of the input, and the index of the column that stores its cells; the index is
  /// nil if the cells are dropped.
  struct Entry {
    let name: String
    let utf8: [UInt8]
    let column: Int?
  }

  /// The maximum number of column names.
  ///
  /// The limit protects against a hostile file that has a new column name in each record.
  static let limit = 16_384

  /// The maximum length of a name, in bytes; the dotted names of nested JSON objects can be long.
  static let nameLimit = 4_096

  /// All column names found so far, including the names of dropped columns.
  private(set) var entries: [Entry] = []

  private(set) var fields: [Field] = []
  /// The index of the entry for each name.
  ///
  /// The dictionary stays empty for a small number of entries, because filling it would take longer
  /// than reading a small file.
  private var places: [String: Int] = [:]
  private static let minimumForDictionary = 16
  private let wanted: [String]
  private let aliases: [String]

  /// The separator of values in a cell of an alias column; if the separator is empty, only newlines
  /// separate values.
  let aliasSeparator: [UInt8]

  /// Creates the table for the columns that `options` select.
  init(_ options: LoadOptions) {
    self.init(
      wanted: options.fields, aliases: options.aliasFields, aliasSeparator: options.aliasSeparator)
  }

  /// Creates a table that keeps the columns named in `wanted`, or all columns if `wanted` is empty.
  ///
  /// The columns named in `aliases` contain alternative names of their records.
  init(wanted: [String] = [], aliases: [String] = [], aliasSeparator: String? = nil) {
    self.wanted = wanted.contains("*") ? [] : wanted
    self.aliases = aliases
    self.aliasSeparator = Array((aliasSeparator ?? "").utf8)
  }

  /// The index of the entry for `name`; adds an entry if the name is new.
  mutating func entry(named name: String) throws(CorpusError) -> Int {
    if let place = place(of: name) { return place }
    if entries.count == Self.limit { throw CorpusError(.tooManyFields(limit: Self.limit)) }
    let length = name.utf8.count
    if length > Self.nameLimit { throw CorpusError(.longFieldName(limit: Self.nameLimit)) }
    if wanted.isEmpty || wanted.contains(name) {
      adopt(Field(name, isAlias: aliases.contains(name)))
    } else {
      note(name, column: nil)
    }
    return entries.count - 1
  }

  /// Adds a column and returns its index.
  @discardableResult mutating func adopt(_ field: Field) -> Int {
    fields.append(field)
    note(field.name, column: fields.count - 1)
    return fields.count - 1
  }

  private mutating func note(_ name: String, column: Int?) {
    entries.append(Entry(name: name, utf8: Array(name.utf8), column: column))
    if entries.count == Self.minimumForDictionary {
      for (place, entry) in entries.enumerated() { places[entry.name] = place }
    } else if entries.count > Self.minimumForDictionary {
      places[name] = entries.count - 1
    }
  }

  private func place(of name: String) -> Int? {
    if entries.count < Self.minimumForDictionary { return entries.firstIndex { $0.name == name } }
    return places[name]
  }

  /// The column that stores the cells of `name`; nil if the cells are dropped.
  mutating func column(named name: String) throws(CorpusError) -> Int? {
    entries[try entry(named: name)].column
  }

  /// The column that stores the cells of `name`; nil if the name is new or its cells are dropped.
  func keptColumn(named name: String) -> Int? { place(of: name).flatMap { entries[$0].column } }

  /// The index of the entry for the name in `utf8`; `guess` is the likely index.
  mutating func entry(utf8: Span<UInt8>, guess: Int) throws(CorpusError) -> Int {
    if guess < entries.count && Self.equal(utf8, entries[guess].utf8) { return guess }
    return try entry(named: String(decoding: utf8))
  }

  private static func equal(_ a: Span<UInt8>, _ b: [UInt8]) -> Bool {
    if a.count != b.count { return false }
    for index in a.indices where a[index] != b[index] { return false }
    return true
  }

  /// The error for the first requested column or alias that no input has; call this method after
  /// loading.
  ///
  /// Returns nil if no input has any column names, for example because all inputs are empty.
  func firstUnknown() -> CorpusError? {
    if entries.isEmpty { return nil }
    for name in wanted + aliases where place(of: name) == nil {
      return CorpusError(
        .unknownField(name, nearest: Nearest.match(name, among: entries.map(\.name))))
    }
    return nil
  }
}
