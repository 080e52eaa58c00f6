import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests queries of several strings; one pass over the text finds all of the strings.
@Suite struct AnySubstringTests {
  private static let common = ["a", "b", "k", "S", "e", "A", " ", ".", "(", "\\", "0", "x", "|"]

  /// Characters that fold to ASCII, or combine with the previous character.
  private static let rare = ["é", "e\u{301}", "\u{301}", "ß", "ſ", "\u{212A}", "ж", "Ж", "İ", "ﬁ"]

  private static func text(
    _ random: inout SeededGenerator, ofLength length: ClosedRange<Int>, rarely: Int
  ) -> String {
    (0..<length.lowerBound + random.below(length.count)).map { _ in
      random.oneIn(rarely) ? random.pick(rare) : random.pick(common)
    }.joined()
  }

  /// A query of `count` strings.
  private static func query(
    _ count: Int, _ random: inout SeededGenerator, rarely: Int
  ) -> Query {
    var options = SearchOptions()
    options.caseMode = CaseMode.allCases[random.below(3)]
    options.diacritics = DiacriticsMode.allCases[random.below(2)]
    options.trims = random.oneIn(2)
    options.bounds = random.pick([.anywhere, .anywhere, .words, .all])
    var texts = (0..<count).map { _ in text(&random, ofLength: 1...5, rarely: rarely) }
    // With trimming, a string of spaces matches every record. A list of many random strings would
    // often contain such a string, so add a letter to each string of spaces.
    if count > 6 { texts = texts.map { $0.contains { $0 != " " } ? $0 : $0 + "a" } }
    var query = Query(texts[0], options: options)
    query.alternatives = Array(texts.dropFirst())
    return query
  }

  /// The hits in order, with overlapping hits merged.
  private static func merged(_ hits: [Hit]) -> [Hit] {
    var merged: [Hit] = []
    for hit in hits.sorted(by: Hit.isOrdered) {
      guard let last = merged.last, last.field == hit.field,
        hit.range.lowerBound < last.range.upperBound
      else {
        merged.append(hit)
        continue
      }
      let end = max(last.range.upperBound, hit.range.upperBound)
      merged[merged.count - 1] = Hit(field: hit.field, range: last.range.lowerBound..<end)
    }
    return merged
  }

  @Test(arguments: [2, 6, 40, 60, 300])
  func `several strings find the records and hits that each string finds`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    var (rounds, inOnePass) = (0, 0)
    for _ in 0..<Effort.size(max(8, 60 / count), thorough: 2_000 / count) {
      let rows = (0..<120).map { _ in
        (0..<2).map { _ in Self.text(&random, ofLength: 0...12, rarely: 8) }
      }
      let corpus = Corpus(name: "c", fields: [Field("one"), Field("two")], rows: rows)
      let searcher = Searcher(corpus)
      let query = Self.query(count, &random, rarely: random.oneIn(2) ? 6 : .max)
      let matcher = try CompiledQuery(query).matcher(for: corpus.fields)
      if matcher is AnySubstringMatcher { inOnePass += 1 }
      rounds += 1
      // With smart case, a capital letter in one string makes all strings case-sensitive.
      var single = query
      single.alternatives = []
      let texts = [query.text] + query.alternatives
      if query.options.caseMode == .smart, texts.contains(where: { $0 != $0.lowercased() }) {
        single.options.caseMode = .sensitive
      }
      var hits: [RecordID: [Hit]] = [:]
      for text in texts {
        single.text = text
        let report = try searcher.run(single)
        for record in report.results { hits[record, default: []] += report.hits(in: record) }
      }
      let report = try searcher.run(query)
      #expect(Set(report.results) == Set(hits.keys), "\(query)")
      for record in report.results {
        #expect(report.hits(in: record) == Self.merged(hits[record] ?? []), "\(query) \(record)")
      }
      let hitCount = hits.values.reduce(0) { $0 + Self.merged($1).count }
      #expect(report.hitCount == hitCount, "\(query)")
    }
    #expect(inOnePass * 4 > rounds)
  }

  @Test(arguments: ["substring", "bool"])
  func `several strings find the same in files as in memory`(strategy: String) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 4)
    var selective = 0
    for round in 0..<Effort.size(60, thorough: 3_000) {
      // Some files are mostly ASCII, so that their lines are searched without folding.
      let rarely = random.pick([6, 100, 1_000])
      let lines = (0..<200).map { _ in Self.text(&random, ofLength: 0...30, rarely: rarely) }
      let end = random.oneIn(4) ? "\r\n" : "\n"
      let path = try folder.write(lines.joined(separator: end), to: "\(round).txt")
      var query = Self.query(2 + random.below(90), &random, rarely: random.oneIn(2) ? 9 : .max)
      if strategy == "bool" {
        // Put each term in quotes, without backslashes, which could escape the closing quote.
        let terms = ([query.text] + query.alternatives).map {
          "\"" + $0.filter { $0 != "\\" } + "\""
        }
        query = Query(terms.joined(separator: " OR "), by: "bool", options: query.options)
      }
      let files = try FileSource(
        [path], options: LoadOptions(), sizes: FileTreeTests.sizes(&random))
      let searcher = Searcher(try CorpusLoader.load([path]).corpus)
      var request = StreamRequest(isInverted: random.oneIn(4))
      if random.oneIn(4) { request.limit = 1 + random.below(5) }
      if random.oneIn(3) { request.details.before = random.below(3) }
      let rows = try expectSameAnswer(files, searcher, query, request, "round \(round)") ?? 0
      if rows > 0 { selective += 1 }
    }
    #expect(selective > 20)
  }

  @Test func `a scanner of ASCII lines picks all other lines`() throws {
    var query = Query("red", options: SearchOptions(caseMode: .ignore))
    query.alternatives = ["blue", "green", "violet", "amber", "white"]
    let matcher = try CompiledQuery(query).matcher(for: [Field("text")])
    var sample = GrowableBuffer<UInt8>()
    for byte in "plain text\n".utf8 { sample.append(byte) }
    let made = matcher.lineScanner(sample: sample)
    let scanner = try #require(made)
    let text = Array("a RED b\nnone\nr\u{E9}d\nx\nbLue\né\ngreen".utf8)
    var picked: [String] = []
    scanner.pick(in: text.span) { line, isCertain in
      picked.append("\(isCertain) " + String(decoding: text[line], as: UTF8.self))
    }
    #expect(
      picked == ["true a RED b\n", "false réd\n", "true bLue\n", "false é\n", "true green"])
    var checks = 0
    let count = scanner.count(in: text.span) { _ in
      checks += 1
      return checks == 2
    }
    #expect(count == 4 && checks == 2)
  }

  /// The lines that the scanner of a query picks, each after a prefix that shows whether it is
  /// certain to match.
  private static func picked(
    by texts: [String], _ options: SearchOptions, in text: String
  ) throws -> [String] {
    var query = Query(texts[0], options: options)
    query.alternatives = Array(texts.dropFirst())
    let matcher = try CompiledQuery(query).matcher(for: [Field("text")])
    let made = matcher.lineScanner(sample: GrowableBuffer<UInt8>())
    let scanner = try #require(made)
    let bytes = Array(text.utf8)
    var picked: [String] = []
    scanner.pick(in: bytes.span) { line, isCertain in
      picked.append("\(isCertain) " + String(decoding: bytes[line], as: UTF8.self))
    }
    return picked
  }

  private static let colors = ["red", "blue", "green", "violet", "amber", "black"]

  @Test func `a scanner that keeps diacritics picks only lines with a string or a variant`() throws
  {
    let picked = try Self.picked(
      by: Self.colors, SearchOptions(caseMode: .ignore, diacritics: .sensitive),
      in: "a RED b\nnone\nr\u{E9}d\né red\nblac\u{212A}\né\nred\u{301}")
    #expect(
      picked == ["true a RED b\n", "false é red\n", "false blac\u{212A}\n", "false red\u{301}"])
  }

  @Test func `lines with a string are not certain to match if the string must be a word`() throws {
    let picked = try Self.picked(
      by: Self.colors, SearchOptions(caseMode: .ignore, bounds: .words),
      in: "a redder b\nnone\nred")
    #expect(picked == ["false a redder b\n", "false red"])
  }
}
