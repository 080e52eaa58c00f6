import Corpora
import Reporting
import Searching
import TestSupport

/// Hand-made corpora and results.
enum Fixture {
  /// Cells that are difficult to write: empty cells, formulas, and cells with separators, quotes,
  /// line breaks, control characters, or wide or combining characters.
  static let hostileCells = [
    "", "plain", "a,b", "say \"hi\"", "\"", "two\nlines", "cr\rhere", "both\r\n", "tab\there",
    "back\\slash", "\\n", " lead", "trail ", "=1+1", "+49 170", "-1.5e3", "-x", "@me", "-", "+",
    "漢字", "e\u{301}", "👨‍👩‍👧", "\u{1B}[31mred", "\u{7}", "\u{202E}evil", "\u{85}", "a|b", "<br>",
    "*b* _c_ `d` [e](f) ~g~ &amp; $h$", "null", "{\"a\":1}", "\u{0}nul", "\u{7F}", "\u{2028}",
    "\u{FEFF}bom", "…", "🇬🇷", "'quoted'", ";", "--", "#",
  ]

  /// A corpus of difficult cells; it has two columns, and an alias column with newlines between
  /// values.
  static func hostile(name: String = "hostile", source: String = "dir/hostile.csv") -> Corpus {
    var random = SeededGenerator(seed: 7)
    let cells = hostileCells
    var rows = cells.map { [$0, $0 + "x", "one\ntwo"] }
    for _ in 0..<300 {
      rows.append(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          cells[Int.random(in: 0..<cells.count, using: &random)]
            + cells[Int.random(in: 0..<cells.count, using: &random)]
        })
    }
    let fields = [Field("name"), Field("line"), Field("alias", isAlias: true)]
    return Corpus(name: name, fields: fields, rows: rows, source: source)
  }

  /// A corpus with one line per record.
  static func lines(_ lines: [String], name: String = "lines", source: String = "a.txt") -> Corpus {
    Corpus(name: name, fields: [Field("text")], rows: lines.map { [$0] }, source: source)
  }

  /// Some or all records of `corpus`; every occurrence of `needle` in a field is a hit.
  static func part(
    _ corpus: Corpus, records: [Int]? = nil, matching needle: String = ""
  ) -> any SearchResult {
    let ids = (records ?? Array(0..<corpus.count)).map { RecordID(UInt64($0)) }
    return FixtureResult(corpus, ids) { hits(of: needle, in: corpus, $0) }
  }

  static func rows(
    _ corpus: Corpus, records: [Int]? = nil, matching needle: String = ""
  ) -> ResultRows {
    ResultRows([part(corpus, records: records, matching: needle)])
  }

  static func hits(of needle: String, in corpus: Corpus, _ record: RecordID) -> [Hit] {
    let needle = Array(needle.utf8)
    if needle.isEmpty { return [] }
    var hits: [Hit] = []
    for field in corpus.fields.indices {
      let text = Array(corpus.text(of: record, field: field).utf8)
      var start = 0
      while start + needle.count <= text.count {
        if Array(text[start..<start + needle.count]) == needle {
          hits.append(Hit(field: field, range: start..<start + needle.count))
          start += needle.count
        } else {
          start += 1
        }
      }
    }
    return hits
  }

  static func encoded(
    _ rows: ResultRows, as format: String, _ configure: (inout EncodingOptions) -> Void = { _ in }
  ) throws -> String {
    var options = EncodingOptions()
    configure(&options)
    let output = BufferOutput()
    try EncoderCatalog.named(format).encode(rows, options: options, to: output)
    return output.text
  }
}

extension EncodingOptions {
  /// Sets the options for a terminal of `width` columns.
  mutating func atTerminal(width: Int, hasStyles: Bool = false, isUTF8: Bool = true) {
    terminal = TerminalStyle(width: width, hasStyles: hasStyles, isUTF8: isUTF8)
  }
}
