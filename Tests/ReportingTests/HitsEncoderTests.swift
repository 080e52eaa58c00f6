import Corpora
import Searching
import TestSupport
import Testing
import UnicodeText

@testable import Reporting

@Suite struct HitsEncoderTests {
  @Test func `each record is one line with its location and text`() throws {
    let corpus = Corpus(
      name: "c", fields: [Field("a"), Field("b")],
      rows: [["x", "a whale\n\\ \r"], ["whale", ""]],
      source: "dir/f.csv")
    let text = try Fixture.encoded(Fixture.rows(corpus, matching: "whale"), as: "hits")
    #expect(text == "dir/f.csv:1:3:x\ta whale\\n\\\\ \\r\ndir/f.csv:2:1:whale\t\n")
  }

  @Test func `only the chosen columns are shown, in their order`() throws {
    let corpus = Corpus(
      name: "c", fields: [Field("a"), Field("b"), Field("d")], rows: [["x", "whale", "z"]])
    let rows = Fixture.rows(corpus, matching: "whale")
    let text = try Fixture.encoded(rows, as: "hits") { $0.fields = ["d", "a"] }
    #expect(text == "-:1:1:z\tx\n")
  }

  @Test func `without a hit, the column is 0`() throws {
    let fields = [Field("a"), Field("b")]
    let corpus = Corpus(name: "c", fields: fields, rows: [["", "text"], [], ["", ""]])
    let text = try Fixture.encoded(Fixture.rows(corpus), as: "hits")
    #expect(text == "-:1:0:\ttext\n-:2:0:\t\n-:3:0:\t\n")
  }

  @Test func `every hostile record is one line and can be parsed back`() throws {
    let corpus = Fixture.hostile()
    let rows = Fixture.rows(corpus, matching: "x")
    let lines = Reader.lines(try Fixture.encoded(rows, as: "hits"))
    #expect(lines.count == corpus.count)
    for (index, line) in lines.enumerated() {
      let parts = line.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
      let id = RecordID(UInt64(index))
      let cells = (0..<corpus.fields.count).map { corpus.text(of: id, field: $0) }
      #expect(
        Reader.unescaped(Substring.UnicodeScalarView(parts[3])).utf8
          .elementsEqual(cells.joined(separator: "\t").utf8))
    }
  }

  @Test func `writing a batch of rows at once equals writing them one by one`() throws {
    var random = SeededGenerator(seed: 23)
    var isAtOnce = 0
    for round in 0..<200 {
      let field = random.oneIn(6) ? Field("b", isAlias: true) : Field("a")
      var builder = RowBatch.Builder(fields: random.oneIn(6) ? [field, Field("c")] : [field])
      for record in 0..<random.below(6) {
        var row = RowBatch.Entry(
          record: UInt64(record), line: 1 + random.below(200),
          source: builder.place(ofSource: ["a", "dir/b", "-"][random.below(3)]),
          isContext: random.oneIn(3))
        row.startsGroup = random.oneIn(4)
        let text = ["", "whale", "a\nb", "\\ \r", "кит"][random.below(5)]
        let cells = random.oneIn(5) ? [] : [text]
        let places = [0..<min(2, text.utf8.count), min(2, text.utf8.count)..<text.utf8.count]
        let hits = places.prefix(cells.isEmpty ? 0 : random.below(3)).map {
          Hit(field: 0, range: $0)
        }
        let columns = random.oneIn(3) ? hits.indices.map { _ in 1 + random.below(900) } : []
        builder.append(
          row, cells: cells, hits: hits, fileColumns: columns.prefix(random.below(3)))
      }
      let batch = builder.finish()
      var options = EncodingOptions()
      options.parts.path = [nil, true, false][random.below(3)]
      options.parts.line = [nil, true, false][random.below(3)]
      options.parts.column = random.oneIn(3)
      options.parts.onlyHits = random.oneIn(3)
      if random.oneIn(4) { options.fields = [["*"], ["a"], ["c"]][random.below(3)] }
      if random.oneIn(3) {
        let template = ["", "X", "<$0>", "$0\\$0", "a\nb", "$1"][random.below(6)]
        options.replacement = HitReplacement(
          template, for: try CompiledQuery(Query("w", by: "regex")))
      }
      let schema = ResultSchema(
        [.init(name: "n", fields: batch.fields + [Field("c")])], hasSingleSource: random.oneIn(2))
      var writer = LineHitsWriter(schema, options, nil)
      var atOnce = GrowableBuffer<UInt8>()
      guard writer.write(allOf: batch, &atOnce) else { continue }
      isAtOnce += 1
      var each = GrowableBuffer<UInt8>()
      batch.forEach(part: 0) { writer.write($0, $1, &each) }
      #expect(atOnce.text() == each.text(), "round \(round)")
    }
    #expect(isAtOnce > 50)
  }

  // MARK: Context

  private let ten = Fixture.lines((1...10).map { "l\($0)" })

  private func context(
    _ corpus: Corpus, _ records: [Int], _ before: Int, _ after: Int
  ) throws -> [String] {
    let rows = Fixture.rows(corpus, records: records, matching: "l")
    let text = try Fixture.encoded(rows, as: "hits") { $0.context = (before, after) }
    return text.split(separator: "\n").map(String.init)
  }

  @Test func `context lines have the same format as in grep`() throws {
    #expect(
      try context(ten, [1, 4, 8], 1, 1) == [
        "a.txt-1-l1", "a.txt:2:1:l2", "a.txt-3-l3", "a.txt-4-l4", "a.txt:5:1:l5", "a.txt-6-l6",
        "--", "a.txt-8-l8", "a.txt:9:1:l9", "a.txt-10-l10",
      ])
    #expect(
      try context(ten, [0, 1, 9], 0, 1) == [
        "a.txt:1:1:l1", "a.txt:2:1:l2", "a.txt-3-l3", "--", "a.txt:10:1:l10",
      ])
    #expect(
      try context(ten, [2, 3], 2, 0) == [
        "a.txt-1-l1", "a.txt-2-l2", "a.txt:3:1:l3", "a.txt:4:1:l4",
      ])
  }

  @Test func `every line appears once, in order, for any amount of context`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let records = (0..<10).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      let before = Int.random(in: 0...4, using: &random)
      let after = Int.random(in: 0...4, using: &random)
      let lines = try context(ten, records, before, after)
      let wanted = (0..<10).filter { line in
        records.contains { $0 - before <= line && line <= $0 + after }
      }
      let shown = lines.filter { $0 != "--" }.map { String($0.split(separator: "l").last ?? "") }
      #expect(shown == wanted.map { "\($0 + 1)" })
      let gaps = zip(wanted, wanted.dropFirst()).filter { $1 > $0 + 1 }.count
      if before + after > 0 { #expect(lines.filter { $0 == "--" }.count == gaps) }
    }
  }

  @Test func `context does not cross files or corpora`() throws {
    let both = try Fixture.lines(["l1", "l2"]).appending(
      Fixture.lines(["l3", "l4"], source: "b.txt"))
    #expect(
      try context(both, [1, 2], 1, 1) == [
        "a.txt-1-l1", "a.txt:2:1:l2", "--", "b.txt:1:1:l3", "b.txt-2-l4",
      ])
    let rows = ResultRows([
      Fixture.part(Fixture.lines(["l1", "l2"]), records: [1]),
      Fixture.part(Fixture.lines(["l3", "l4"], source: "b.txt"), records: [0]),
    ])
    let text = try Fixture.encoded(rows, as: "hits") { $0.context = (1, 1) }
    #expect(text == "a.txt-1-l1\na.txt:2:0:l2\n--\nb.txt:1:0:l3\nb.txt-2-l4\n")
  }

  @Test func `only records of line-based files have context`() throws {
    let corpus = Corpus(name: "c", fields: [Field("name")], rows: [["a"], ["b"]])
    let rows = Fixture.rows(corpus, records: [0])
    #expect(try Fixture.encoded(rows, as: "hits") { $0.context = (3, 3) } == "-:1:0:a\n")
  }
}

@Suite struct TerminalHitsTests {
  private func shown(
    _ rows: ResultRows, width: Int, hasStyles: Bool = false,
    _ configure: (inout EncodingOptions) -> Void = { _ in }
  ) throws -> [String] {
    let text = try Fixture.encoded(rows, as: "hits") {
      $0.atTerminal(width: width, hasStyles: hasStyles)
      configure(&$0)
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private func isCarets(_ line: String) -> Bool {
    line.contains("^") && line.allSatisfy { " ^~".contains($0) }
  }

  @Test func `rows are numbered, hits are marked, and the line number comes last`() throws {
    let corpus = Fixture.lines(["the white whale", "a ship", "whale, whale"])
    let rows = Fixture.rows(corpus, records: [0, 2], matching: "whale")
    #expect(
      try shown(rows, width: 40) == [
        " 1  the white whale  :1", "              ^^^^^",
        " 2  whale, whale  :3", "    ^^^^^  ^^^^^",
      ])
    #expect(
      try shown(rows, width: 40) { $0.currentHit = HitPlace(row: 1, hit: 1) } == [
        " 1  the white whale  :1", "              ^^^^^",
        ">2  whale, whale  :3", "    ~~~~~  ^^^^^",
      ])
  }

  @Test func `carets are under hits of any width, and rows without a hit have none`() throws {
    let corpus = Fixture.lines(["日本 e\u{301}t\u{301}e whale", "\u{1B}[31m whale", "none"])
    let lines = try shown(Fixture.rows(corpus, records: [0, 1], matching: "whale"), width: 60)
    #expect(lines[1] == "             ^^^^^")
    #expect(lines[2].hasPrefix(" 2  ^[[31m whale"))
    #expect(lines[3] == "           ^^^^^")
    #expect(try shown(Fixture.rows(corpus, records: [2]), width: 60) == [" 1  none  :3"])
  }

  @Test(arguments: [(20, ["2:whale x", "  ^^^^^"]), (8, ["2:whale x"])])
  func `rows with chosen columns also have carets if they fit`(width: Int, lines: [String]) throws {
    let rows = Fixture.rows(Fixture.lines(["a", "whale x"]), records: [1], matching: "whale")
    #expect(try shown(rows, width: width) { $0.parts.line = true } == lines)
    #expect(
      try shown(rows, width: width) {
        $0.parts.line = true
        $0.parts.onlyHits = true
      } == ["2:whale"])
  }

  @Test func `text styles differ in weight, underline and inverse video`() throws {
    let rows = Fixture.rows(Fixture.lines(["a whale whale"]), matching: "whale")
    let line = try shown(rows, width: 60, hasStyles: true) {
      $0.currentHit = HitPlace(row: 0, hit: 0)
    }
    #expect(
      line == [
        ">\u{1B}[2m1\u{1B}[0m  a \u{1B}[1;7mwhale\u{1B}[0m \u{1B}[1;4;31mwhale\u{1B}[0m"
          + "  \u{1B}[2m:1\u{1B}[0m"
      ])
  }

  @Test func `hits that do not fit into the line are counted`() throws {
    let far = String(repeating: "x", count: 200)
    let rows = Fixture.rows(Fixture.lines(["whale \(far) whale whale"]), matching: "whale")
    let lines = try shown(rows, width: 50)
    #expect(lines[0].hasPrefix(" 1  whale xxx"))
    #expect(lines[0].contains("… +2 more  :1"))
    let last = try shown(rows, width: 50) { $0.currentHit = HitPlace(row: 0, hit: 2) }
    #expect(last[0].contains("whale whale +1 more") && last[1].hasSuffix("~~~~~ ^^^^^"))
  }

  @Test func `other fields follow the field with the hit, dimmed, with their hits marked`() throws {
    let fields = [Field("code"), Field("name"), Field("alias", isAlias: true), Field("note")]
    let corpus = Corpus(name: "c", fields: fields, rows: [["U+01", "whale", "", "big whale"]])
    let rows = Fixture.rows(corpus, matching: "whale")
    #expect(
      try shown(rows, width: 60) == [
        " 1  whale  U+01 · big whale  :1", "    ^^^^^             ^^^^^",
      ])
    let styled = try shown(rows, width: 60, hasStyles: true)[0]
    #expect(styled.contains("\u{1B}[2m · \u{1B}[0m\u{1B}[2mbig \u{1B}[0m\u{1B}[1;4;31mwhale"))
    #expect(try shown(rows, width: 30)[0] == " 1  whale +1 more  U+01  :1")
  }

  @Test func `a short time or code is shown in full, and long text is truncated`() throws {
    let corpus = Corpus(
      name: "c", fields: [Field("text"), Field("time"), Field("note"), Field("code")],
      rows: [
        [
          String(repeating: "a whale and ", count: 9), "2026-12-19T08:00:00Z",
          String(repeating: "note ", count: 20), "E17",
        ]
      ])
    let rows = Fixture.rows(corpus, matching: "whale")
    let line = try #require(try shown(rows, width: 80).first)
    #expect((78...80).contains(CellWidth.width(of: line)))
    #expect(line.contains("2026-12-19T08:00:00Z") && line.contains("E17"))
    #expect(line.hasPrefix(" 1  a whale and a whale"))
    #expect(!line.contains("note"))
    let wide = try #require(try shown(rows, width: 230).first)
    #expect(wide.contains("2026-12-19T08:00:00Z · note note") && wide.contains("… · E17"))
  }

  @Test func `chosen fields keep their order around the hit`() throws {
    let corpus = Corpus(
      name: "c", fields: [Field("name"), Field("code"), Field("note")],
      rows: [["big whale", "U+01", "far away"]])
    let rows = Fixture.rows(corpus, matching: "whale")
    #expect(
      try shown(rows, width: 60) { $0.fields = ["code", "name", "note"] } == [
        " 1  U+01  big whale  far away  :1", "              ^^^^^",
      ])
    #expect(
      try shown(rows, width: 60) { $0.fields = ["note", "code", "name"] }[0]
        == " 1  far away  U+01  big whale  :1")
    #expect(
      try shown(rows, width: 34) { $0.fields = ["note", "code", "name"] }[0]
        == " 1  far away  big whale  U+01  :1")
    for fields in [nil, ["*"]] {
      #expect(
        try shown(rows, width: 60) { $0.fields = fields }[0]
          == " 1  big whale  U+01 · far away  :1")
    }
  }

  @Test func `a hit in an alias shows the name, then only the matching alias value`() throws {
    let corpus = Corpus(
      name: "c", fields: [Field("name"), Field("old", isAlias: true), Field("year")],
      rows: [["sleep", "moon.zzz\ncircle.bottomthird.split", "2019"], ["circle", "disk", "2020"]])
    let rows = Fixture.rows(corpus, matching: "circle")
    #expect(
      try shown(rows, width: 60) == [
        " 1  sleep  ← circle.bottomthird.split  2019  :1", "             ^^^^^^",
        " 2  circle  disk · 2020  :2", "    ^^^^^^",
      ])
    #expect(
      try shown(rows, width: 60, hasStyles: true)[0].contains(
        "sleep\u{1B}[2m  ← \u{1B}[0m\u{1B}[1;4;31mcircle\u{1B}[0m.bottomthird.split"))
    let narrow = try shown(rows, width: 30)
    #expect(narrow[0].hasPrefix(" 1  sleep  ← c") && CellWidth.width(of: narrow[0]) <= 30)
    let plain = try Fixture.encoded(rows, as: "hits") { $0.atTerminal(width: 60, isUTF8: false) }
    #expect(plain.hasPrefix(" 1  sleep  <- circle."))
    let table = try Fixture.encoded(rows, as: "table") { $0.atTerminal(width: 80) }
    #expect(table.contains("← moon.zzz↵[circle].bottomthird.split  2019"))
    #expect(table.contains("[circle]  disk "))
    let list = try Fixture.encoded(rows, as: "list") { $0.atTerminal(width: 70) }
    #expect(list.contains("old: moon.zzz\n  ← [circle].bottomthird.split\n"))
    #expect(try !Fixture.encoded(rows, as: "table").contains("←"))
  }

  @Test func `a result from several files shows paths, and long paths are truncated at the left`()
    throws
  {
    let first = Fixture.lines(["l1"], source: "a.txt")
    let path = String(repeating: "very/long/", count: 5) + "name.txt"
    let rows = Fixture.rows(try first.appending(Fixture.lines(["l2"], source: path)))
    let lines = try shown(rows, width: 60)
    #expect(lines[0] == " 1  l1  a.txt:1")
    #expect(lines[1].hasPrefix(" 2  l2  …"))
    #expect(lines[1].hasSuffix("name.txt:1"))
  }

  @Test func `context lines are aligned with the text, and groups are separated`() throws {
    let rows = Fixture.rows(
      Fixture.lines((1...9).map { "l\($0)" }), records: [1, 7], matching: "l")
    #expect(
      try shown(rows, width: 40) { $0.context = (1, 1) } == [
        "    l1", " 1  l2  :2", "    ^", "    l3", "--", "    l7", " 2  l8  :8", "    ^", "    l9",
      ])
  }

  @Test func `locations are hyperlinks on request`() throws {
    let folder = TemporaryFolder()
    folder.write("x", to: "f.txt")
    let rows = Fixture.rows(Fixture.lines(["x"], source: folder.file("f.txt")), matching: "x")
    let text = try Fixture.encoded(rows, as: "hits") {
      $0.terminal = TerminalStyle(
        width: 60, hasStyles: true, hyperlinks: .format("e://{path}:{line}:{column}"))
    }
    #expect(text.contains("\u{1B}]8;;e://"))
    #expect(text.contains("f.txt:1:1\u{1B}\\\u{1B}[2m:1\u{1B}[0m\u{1B}]8;;\u{1B}\\"))
  }

  @Test(arguments: [1, 2, 3, 5, 8, 13, 23, 24, 25, 30, 40, 80, 200])
  func `no line is wider than the terminal`(width: Int) throws {
    let corpus = try Fixture.hostile(source: "some/folder/with/a/漢字/name.csv")
      .appending(Fixture.lines(["x\u{1B}x"], source: "-"))
    for needle in ["x", "漢", ""] {
      let rows = Fixture.rows(corpus, matching: needle)
      let lines = try shown(rows, width: width) { $0.currentHit = HitPlace(row: 40, hit: 1) }
      #expect(lines.filter { !isCarets($0) }.count == corpus.count)
      let reversed = corpus.fields.map(\.name).reversed()
      let ordered = try shown(rows, width: width) { $0.fields = Array(reversed) }
      for line in lines + ordered {
        #expect(CellWidth.width(of: line) <= width, "\(line.debugDescription)")
      }
    }
  }

  @Test func `an unexpectedly long row number shortens the text`() throws {
    let corpus = Fixture.lines(
      (0..<1_002).map { "\($0) of many words that do not fit" }, name: "far")
    let far = try RemoteSource(corpus).search(
      try CompiledQuery(Query("words")), ResultRequest(), .never)
    let lines = try shown(ResultRows([far]), width: 40).filter { !isCarets($0) }
    #expect(lines.count == corpus.count)
    for line in lines { #expect(CellWidth.width(of: line) == 40, "\(line.debugDescription)") }
  }

  @Test func `without UTF-8, all output is ASCII`() throws {
    let rows = Fixture.rows(Fixture.hostile(), matching: "x")
    for format in ["hits", "table", "list"] {
      let text = try Fixture.encoded(rows, as: format) { $0.atTerminal(width: 50, isUTF8: false) }
      #expect(text.utf8.allSatisfy { $0 == 0x0A || 0x20..<0x7F ~= $0 })
    }
  }
}
