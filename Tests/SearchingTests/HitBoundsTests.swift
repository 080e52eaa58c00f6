import Corpora
import Searching
import TestSupport
import Testing
import UnicodeText

/// Compares searches for whole words, for whole fields and for several queries with naive
/// implementations.
@Suite struct HitBoundsTests {
  private static let letters: [Character] = ["a", "b", " ", "_", "é"]

  /// Every string of up to `length` letters.
  private static func texts(ofLength length: Int) -> [String] {
    var all = [""]
    var last = [""]
    for _ in 0..<length {
      last = last.flatMap { text in letters.map { text + String($0) } }
      all += last
    }
    return all
  }

  private static let rows = texts(ofLength: 4).map { [$0] }
  private static let corpus = Corpus(name: "words", fields: [Field("text")], rows: rows)

  private func options(_ bounds: HitBounds) -> SearchOptions {
    SearchOptions(caseMode: .sensitive, diacritics: .sensitive, trims: false, bounds: bounds)
  }

  private func isWord(_ character: Character?) -> Bool {
    guard let character else { return false }
    return character.isLetter || character.isNumber || character == "_"
  }

  /// The byte ranges of the hits in a text, from left to right, without overlaps.
  private func hits(of needle: String, in text: String, _ bounds: HitBounds) -> [Range<Int>] {
    let (needle, text) = (Array(needle), Array(text))
    var found: [Range<Int>] = []
    var start = 0
    while start + needle.count <= text.count {
      let end = start + needle.count
      let isBounded =
        switch bounds {
        case .anywhere: true
        case .words:
          !isWord(start > 0 ? text[start - 1] : nil) && !isWord(end < text.count ? text[end] : nil)
        case .all: start == 0 && end == text.count
        }
      guard Array(text[start..<end]) == needle, isBounded else {
        start += 1
        continue
      }
      let bytes = { (characters: ArraySlice<Character>) in String(characters).utf8.count }
      found.append(bytes(text[..<start])..<bytes(text[..<end]))
      start = end
    }
    return found
  }

  @Test(arguments: [HitBounds.anywhere, .words, .all], ["substring", "regex"])
  func `hits are whole words or fields as requested`(bounds: HitBounds, strategy: String) throws {
    let searcher = Searcher(Self.corpus)
    for needle in ["a", "ab", "a b", "_", "é", "a_", "ba", "aa"] {
      let report = try searcher.run(Query(needle, by: strategy, options: options(bounds)))
      let matching = Set(report.results.map { Int($0.rawValue) })
      var count = 0
      for (index, row) in Self.rows.enumerated() {
        let expected = hits(of: needle, in: row[0], bounds)
        #expect(matching.contains(index) == !expected.isEmpty, "\(needle) in \(row[0])")
        guard matching.contains(index) else { continue }
        count += expected.count
        #expect(
          report.hits(in: RecordID(UInt64(index))).map(\.range) == expected,
          "\(needle) in \(row[0])")
      }
      #expect(report.hitCount == count)
    }
  }

  @Test func `a whole word is found even if a shorter or earlier match is not a whole word`() throws
  {
    let corpus = Corpus(
      name: "c", fields: [Field("text")], rows: [["foobar"], ["xfoo foo"], ["foo"]])
    let query = Query("foo|foobar", by: "regex", options: options(.words))
    let report = try Searcher(corpus).run(query)
    #expect(report.results.count == 3)
    #expect(report.hits(in: RecordID(0)).map(\.range) == [0..<6])
    #expect(report.hits(in: RecordID(1)).map(\.range) == [5..<8])
  }

  @Test(arguments: ["substring", "prefix", "bool", "regex"])
  func `several queries match the records that any of them matches`(strategy: String) throws {
    let rows = [["Red apple"], ["green pear"], ["red pear"], ["plum"], ["RED"], [""]]
    let searcher = Searcher(Corpus(name: "c", fields: [Field("text")], rows: rows))
    let texts = ["red", "pear", "apple"]
    for bounds in [HitBounds.anywhere, .words] {
      var query = Query(texts[0], by: strategy, options: SearchOptions(bounds: bounds))
      query.alternatives = Array(texts.dropFirst())
      let report = try searcher.run(query)
      var expected: Set<RecordID> = []
      for text in texts {
        let one = try searcher.run(
          Query(text, by: strategy, options: SearchOptions(bounds: bounds)))
        expected.formUnion(one.results)
      }
      #expect(Set(report.results) == expected)
      #expect(report.hits(in: RecordID(0)).count == 2)
    }
  }

  @Test(arguments: ["substring", "regex"])
  func `with smart case, a capital in one query makes all queries case-sensitive`(strategy: String)
    throws
  {
    let rows = [["Red"], ["red"], ["PEAR"], ["pear"]]
    let searcher = Searcher(Corpus(name: "c", fields: [Field("text")], rows: rows))
    var query = Query("Red", by: strategy, options: SearchOptions(caseMode: .smart))
    query.alternatives = ["pear"]
    #expect(try searcher.run(query).results.map(\.rawValue) == [0, 3])
    query.text = "red"
    #expect(try searcher.run(query).results.count == 4)
  }

  @Test func `an empty query does not affect the smart case of another query`() throws {
    let searcher = Searcher(Corpus(name: "c", fields: [Field("text")], rows: [["Red"], ["x"]]))
    var query = Query("red", options: SearchOptions(caseMode: .smart))
    query.alternatives = [""]
    #expect(try searcher.run(query).results.count == 2)
    #expect(try searcher.run(query).hits(in: RecordID(0)).count == 1)
  }

  @Test func `an invalid query is reported with its own text, and an empty one matches everything`()
    throws
  {
    var query = Query("a", by: "regex")
    query.alternatives = ["(b"]
    #expect(throws: QueryError.self) { try CompiledQuery(query) }
    query.alternatives = [#"\Qb|"#]
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: [["b|"], ["b"], ["a"]])
    #expect(try Searcher(corpus).run(query).results.count == 2)
    query.alternatives = [""]
    #expect(try Searcher(corpus).run(query).results.count == 3)
  }
}

@Suite struct HitReplacementTests {
  @Test(arguments: [
    ("regex", "(f)(o+)", "$2-$1", "xoo-f!"), ("regex", "(?P<a>f)(o+)", "${a}${2}x", "xfoox!"),
    ("regex", "foo", "[$0]", "x[foo]!"), ("regex", "f(z)?oo", "<$1>", "x<>!"),
    ("regex", "foo", "$1$$ $", "x$ $!"), ("regex", "foo", "$1a${", "x${!"),
    ("substring", "foo", "$0-$1", "xfoo-!"),
  ])
  func `a replacement template inserts the groups of a hit`(
    strategy: String, query: String, template: String, text: String
  ) throws {
    let compiled = try CompiledQuery(Query(query, by: strategy))
    let replacement = HitReplacement(template, for: compiled)
    let row = "xfoo!"
    var bytes = GrowableBuffer<UInt8>()
    bytes.append(UInt8(ascii: "x"))
    let field = HitReplacement.Field(row.utf8.span, for: replacement)
    replacement.append(for: 1..<4, in: row.utf8.span, field, to: &bytes)
    bytes.append(UInt8(ascii: "!"))
    #expect(bytes.withSpan { String(decoding: $0) } == text)
  }

  @Test func `a replacement in a whole-word search uses the groups of that word`() throws {
    let query = Query("(f)(o+)", by: "regex", options: SearchOptions(bounds: .words))
    let replacement = HitReplacement("$2$1", for: try CompiledQuery(query))
    var bytes = GrowableBuffer<UInt8>()
    let field = HitReplacement.Field("foo foo".utf8.span, for: replacement)
    replacement.append(for: 4..<7, in: "foo foo".utf8.span, field, to: &bytes)
    #expect(bytes.withSpan { String(decoding: $0) } == "oof")
  }

  @Test func `a non-ASCII field is prepared once, and then all its hits are replaced`() throws {
    let query = Query(#"(\w)(\w*)"#, by: "regex")
    let replacement = HitReplacement("$2-$1 ", for: try CompiledQuery(query))
    let text = "ёж и мир"
    let field = HitReplacement.Field(text.utf8.span, for: replacement)
    var bytes = GrowableBuffer<UInt8>()
    for hit in [0..<4, 5..<7, 8..<14] {
      replacement.append(for: hit, in: text.utf8.span, field, to: &bytes)
    }
    #expect(bytes.withSpan { String(decoding: $0) } == "ж-ё -и ир-м ")
  }
}
