import UnicodeText

/// The columns of a corpus while it is loaded: the union of all names met, in order of appearance.
struct FieldTable {
  /// Where a name's cells go: a kept column, or nowhere.
  struct Entry {
    let name: String
    let utf8: [UInt8]
    let column: Int?
  }

  /// A hostile file of ever new names would otherwise make records of ever more empty cells.
  static let limit = 16_384

  /// In bytes; nested JSON objects make long names.
  static let nameLimit = 4_096

  /// Every name met, kept or not.
  private(set) var entries: [Entry] = []

  private(set) var fields: [Field] = []
  private var places: [String: Int] = [:]
  private let wanted: [String]
  private let aliases: [String]

  /// Keeps the columns named `wanted` (all, if empty); those named `aliases` hold representations.
  init(wanted: [String] = [], aliases: [String] = []) {
    self.wanted = wanted.contains("*") ? [] : wanted
    self.aliases = aliases
  }

  /// The entry of `name`, a new one if it was not met before.
  mutating func entry(named name: String) throws(CorpusError) -> Int {
    if let place = places[name] { return place }
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

  /// Keeps a new column.
  @discardableResult mutating func adopt(_ field: Field) -> Int {
    fields.append(field)
    note(field.name, column: fields.count - 1)
    return fields.count - 1
  }

  private mutating func note(_ name: String, column: Int?) {
    places[name] = entries.count
    entries.append(Entry(name: name, utf8: Array(name.utf8), column: column))
  }

  /// The kept column of `name`, nil if it is not kept.
  mutating func column(named name: String) throws(CorpusError) -> Int? {
    entries[try entry(named: name)].column
  }

  /// The kept column of `name`, nil if there is none yet.
  func keptColumn(named name: String) -> Int? { places[name].flatMap { entries[$0].column } }

  /// The entry of the name in `utf8`, which is likely the one at `guess`.
  mutating func entry(utf8: Span<UInt8>, guess: Int) throws(CorpusError) -> Int {
    if guess < entries.count && Self.equal(utf8, entries[guess].utf8) { return guess }
    return try entry(named: String(copying: utf8))
  }

  private static func equal(_ a: Span<UInt8>, _ b: [UInt8]) -> Bool {
    if a.count != b.count { return false }
    for index in a.indices where a[index] != b[index] { return false }
    return true
  }

  /// The error of a wanted or alias name that nothing has, once all is loaded.
  ///
  /// A corpus without any name met (an empty one) has none.
  func firstUnknown() -> CorpusError? {
    if entries.isEmpty { return nil }
    for name in wanted + aliases where places[name] == nil {
      return CorpusError(
        .unknownField(name, nearest: Nearest.match(name, among: entries.map(\.name))))
    }
    return nil
  }
}
