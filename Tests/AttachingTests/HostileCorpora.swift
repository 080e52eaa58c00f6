import Corpora
import Searching
import TestSupport
import UnicodeText

/// Generates corpora and queries whose text and names could break SQL statements or data formats.
struct HostileCorpora {
  var random: RandomCorpora
  private var oracle = NaiveOracle(fields: [], rows: [])

  init(seed: UInt64) { random = RandomCorpora(seed: seed) }

  private static let names = [
    "a.b", "`x`", "sb_id", "", "it's \"it\"", "漢字", "a\\b", "sb_field_0", "text", "name", "a b",
    "e\u{301}", "{x:String}", "sb_folded",
  ]

  private static let pieces = [
    "'", "\\", "\"", "`", "\t", "\n", "%", "_", "--", "/*", "{x:String}", "é", "e\u{301}", "👩‍👧",
    "漢", "字", "ß", "ẞ", "ﬁ", "a", "A", "b", "B", " ", " ", ";", ".", "\\N", "\\'", "\r\n", "i",
    "İ", "fi", "ss", "aB", "\u{1}", "\u{7F}", "1",
  ]

  private mutating func pieces(upTo count: Int) -> String {
    var text = ""
    for _ in 0..<random.generator.below(count + 1) { text += random.generator.pick(Self.pieces) }
    return text
  }

  /// A corpus whose text is difficult to escape; in half of all cases, the column names are too.
  mutating func corpus(named name: String, rows count: Int) -> Corpus {
    let plain = random.corpus(rows: count).1
    var (fields, rows) = (plain.fields, plain.rows)
    if random.generator.oneIn(2) {
      var names = Self.names.shuffled(using: &random.generator)
      fields = fields.map { Field(names.removeLast(), isAlias: $0.isAlias) }
    }
    if random.generator.oneIn(2) {
      for row in rows.indices {
        for cell in rows[row].indices { rows[row][cell] += pieces(upTo: 6) }
      }
    }
    oracle = NaiveOracle(fields: fields, rows: rows)
    return Corpus(name: name, fields: fields, rows: rows)
  }

  private mutating func text(upTo length: Int) -> String {
    switch random.generator.below(4) {
    case 0: pieces(upTo: 3)
    case 1: random.text(upTo: length)
    default: random.snippet(of: oracle, upTo: length)
    }
  }

  /// A random query, with any strategy, for the most recently generated corpus.
  mutating func query() -> Query {
    var options = random.options(for: oracle.fields)
    if random.generator.oneIn(2) {
      // Use the settings of published tables for case, diacritics and separators.
      (options.caseMode, options.diacritics) = (.ignore, .ignore)
      options.separators = .standard
    }
    var text: String
    let strategy = random.generator.pick(StrategyCatalog.all.map(\.name))
    switch strategy {
    case "bool":
      options.grammar = random.generator.pick([.classic, .standard])
      text =
        random.expression(of: oracle, depth: 3, isStandard: options.grammar == .standard).query
    case "regex":
      text = random.regex(of: oracle, depth: 3).pattern
      options.bounds = random.generator.pick([.anywhere, .anywhere, .words, .all])
    case "prefix": text = self.text(upTo: 3) + " " + self.text(upTo: 2)
    default:
      text = self.text(upTo: 3)
      options.bounds = random.generator.pick([.anywhere, .anywhere, .words, .all])
    }
    var query = Query(text, by: strategy, options: options)
    if random.generator.oneIn(6) { query.alternatives = [self.text(upTo: 2)] }
    return query
  }
}
