package import Corpora
package import Searching
internal import UnicodeText

/// Generates small random corpora with letters that are difficult to fold, and queries and options
/// for these corpora.
package struct RandomCorpora {
  package var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let alphabets: [[String]] = [
    ["a", "b", "A", "B", " ", "."],
    ["s", "t", "S", "ß", "ẞ", "ﬆ", "f", "i", "ﬁ", "ﬃ", " "],
    ["e", "é", "e\u{301}", "E", "\u{301}", "\u{323}", "n\u{303}", " ", ".", "-"],
    ["Σ", "σ", "ς", "ΐ", "Ά", "α", "i", "I", "İ", "ı", " ", "1"],
    ["漢", "字", "한", "ᄒ", "ᅡ", "ᆫ", "か", "が", "\u{3099}", "カ", "\u{3000}", " ", "a"],
    ["👩‍👧", "👍🏽", "👍", "🇩🇪", "\u{200D}", "©", "x", " ", "\u{600}", "न\u{93F}", "กำ"],
    ["a", "B", "c", "D", "1", "2", "É", "_", "-", ".", " ", "漢"],
    ["a", "\r\n", "\n", "\r", "b", "\t", " ", "\u{A0}", "\u{2028}", "\u{200B}"],
    ["=", "\u{338}", "≠", ";", "\u{37E}", "`", "\u{1FEF}", "a", "<", " "],
  ]

  private var alphabet: [String] = []

  /// A string of up to `length` letters of the current alphabet.
  package mutating func text(upTo length: Int) -> String {
    var text = ""
    for _ in 0..<generator.below(length + 1) { text += generator.pick(alphabet) }
    return text
  }

  /// A corpus of a few short rows; some fields are alias fields.
  package mutating func corpus(rows count: Int = 8) -> (Corpus, NaiveOracle) {
    alphabet = generator.pick(Self.alphabets)
    if generator.oneIn(3) { alphabet += generator.pick(Self.alphabets) }
    let shapes: [[Field]] = [
      [Field("text")], [Field("name"), Field("note")],
      [Field("name"), Field("alias", isAlias: true), Field("note")],
      [Field("alias", isAlias: true), Field("name"), Field("other", isAlias: true)],
    ]
    let fields = generator.pick(shapes)
    var rows: [[String]] = []
    for _ in 0..<count {
      let cells = generator.oneIn(5) ? generator.below(fields.count + 1) : fields.count
      var row: [String] = []
      for field in fields.prefix(cells) {
        var cell = text(upTo: 9)
        if field.isAlias { for _ in 0..<generator.below(3) { cell += "\n" + text(upTo: 6) } }
        row.append(cell)
      }
      rows.append(row)
    }
    return (
      Corpus(name: "random", fields: fields, rows: rows), NaiveOracle(fields: fields, rows: rows)
    )
  }

  /// Random options; most options have their default values.
  package mutating func options(for fields: [Field]) -> SearchOptions {
    var options = SearchOptions()
    options.caseMode = generator.pick(CaseMode.allCases)
    options.diacritics = generator.pick(DiacriticsMode.allCases)
    options.classes = generator.pick(CharacterClasses.allCases)
    options.trims = !generator.oneIn(4)
    if generator.oneIn(3) {
      options.fields = [generator.pick(fields).name]
      if generator.oneIn(3) { options.fields?.append(generator.pick(fields).name) }
    }
    let separators = [".", ".", "", "._-", ". camel", "camel", "=;`", "漢", "a", "\u{1FEF}"]
    options.separators = TokenSeparators(generator.pick(separators)) ?? .standard
    return options
  }

  /// A sequence of scalars, which in most cases occurs in one of the rows.
  package mutating func snippet(of oracle: NaiveOracle, upTo length: Int = 4) -> String {
    guard !generator.oneIn(4),
      let cell = generator.pick(oracle.rows).randomElement(using: &generator),
      !cell.isEmpty
    else { return text(upTo: length) }
    let scalars = Array(cell.unicodeScalars)
    let start = generator.below(scalars.count)
    let end = min(scalars.count, start + 1 + generator.below(length))
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<end])
    let text = String(view)
    return generator.oneIn(5) ? text.uppercased() : generator.oneIn(5) ? text.lowercased() : text
  }
}
