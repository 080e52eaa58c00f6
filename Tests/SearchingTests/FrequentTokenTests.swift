import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests the tokens that are offered to complete a word.
///
/// The tokens come from a whole corpus, its index or a sample of its records.
@Suite struct FrequentTokenTests {
  private func tokens(
    _ word: String, _ strategy: String = "substring", _ options: SearchOptions = SearchOptions(),
    in corpora: [Corpus], limit: Int = 100
  ) throws -> FrequentTokens {
    let partial = try #require(
      StrategyCatalog.named(strategy)?.partialWord(
        atEndOf: word, options: options,
        fields: Set(corpora.flatMap { $0.fields.map(\.name) })))
    return try #require(
      Searcher.frequentTokens(
        completing: partial, of: Query(word, by: strategy, options: options),
        in: corpora.map { Searcher($0) }, limit: limit, isLate: { false }))
  }

  private func corpus(_ rows: [[String]], _ fields: [Field] = [Field("text")]) -> Corpus {
    Corpus(name: "c", fields: fields, rows: rows)
  }

  private func listed(_ tokens: FrequentTokens) -> [String] {
    tokens.tokens.map { "\($0.text) \($0.records)" }
  }

  private let animals = [
    ["Whale whale. WHALES"], ["whale ship"], ["Wharf"], ["straße Straße STRASSE"], ["Köln kölner"],
    ["Ko\u{308}ln"], ["xmark.bin xmark.bing"], ["xmark.bin"], ["whale, what"],
  ]

  @Test(arguments: [
    ("wha", ["whale 2", "whale, 1", "whales 1", "wharf 1", "what 1"]),
    ("WHAL", ["whale 2", "whale, 1", "whales 1"]), ("ko", ["köln 2", "kölner 1"]),
    ("kö", ["köln 2", "kölner 1"]), ("stras", ["strasse 1"]), ("straß", ["strasse 1"]),
    ("white sh", ["ship 1"]), ("xm", ["xmark 2"]), ("xmark.b", ["xmark.bin 2", "xmark.bing 1"]),
    ("bi", ["bin 2", "bing 1"]), ("zz", []), ("e", []),
  ])
  func `tokens are counted once per record, the most frequent first`(
    word: String, wanted: [String]
  ) throws {
    #expect(listed(try tokens(word, in: [corpus(animals)])) == wanted)
  }

  @Test(arguments: [
    ("Wha", CaseMode.sensitive, ["Whale 1", "Wharf 1"]),
    ("wha", .sensitive, ["whale 2", "whale, 1", "what 1"]),
    ("Wha", .smart, ["Whale 1", "Wharf 1"]),
    ("wha", .smart, ["whale 2", "whale, 1", "whales 1", "wharf 1", "what 1"]),
    ("A wha", .smart, ["whale 2", "whale, 1", "what 1"]),
  ])
  func `if case matters, forms with different case are counted separately`(
    word: String, mode: CaseMode, wanted: [String]
  ) throws {
    let options = SearchOptions(caseMode: mode)
    #expect(listed(try tokens(word, "substring", options, in: [corpus(animals)])) == wanted)
  }

  @Test func `if accents matter, forms with different accents are counted separately`() throws {
    let options = SearchOptions(diacritics: .sensitive)
    let found = try tokens("ko", "substring", options, in: [corpus(animals)])
    #expect(found.tokens.isEmpty)
    #expect(
      listed(try tokens("kö", "substring", options, in: [corpus(animals)])) == [
        "köln 2", "kölner 1",
      ])
    // Regular expressions search the text without folding.
    #expect(try tokens("Ko", "regex", in: [corpus(animals)]).tokens.isEmpty)
    #expect(listed(try tokens("straß", "regex", in: [corpus(animals)])) == ["straße 1"])
  }

  @Test func `only the fields in scope are counted`() throws {
    let fields = [Field("name"), Field("also", isAlias: true)]
    let corpus = corpus([["apple pie", "apricot\napple"], ["plum", "apple"]], fields)
    #expect(listed(try tokens("ap", in: [corpus])) == ["apple 2", "apricot 1"])
    let also = SearchOptions(fields: ["also"])
    #expect(listed(try tokens("ap", "substring", also, in: [corpus])) == ["apple 2", "apricot 1"])
    let name = SearchOptions(fields: ["name", "other"])
    #expect(listed(try tokens("ap", "substring", name, in: [corpus])) == ["apple 1"])
    #expect(
      try tokens("ap", "substring", SearchOptions(fields: ["other"]), in: [corpus]).tokens == [])
    let standard = SearchOptions(grammar: .standard)
    #expect(listed(try tokens("name:ap", "bool", standard, in: [corpus])) == ["apple 1"])
  }

  @Test func `separators of the prefix strategy split the tokens`() throws {
    let camel = SearchOptions(separators: TokenSeparators(characters: ["_"], splitsCamelCase: true))
    let corpus = corpus([["systemGreen dark_green.x"], ["secondarySystemGray"]])
    #expect(listed(try tokens("sys", "prefix", camel, in: [corpus])) == ["system 2"])
    #expect(
      listed(try tokens("gr", "prefix", camel, in: [corpus])) == ["gray 1", "green 1", "green.x 1"])
    #expect(listed(try tokens("gr", "substring", camel, in: [corpus])) == [])
  }

  @Test func `the token counts of several corpora are added up`() throws {
    let first = corpus([["apple"], ["Apple apricot"]])
    let second = corpus([["aprikose apple"], ["apricot"], ["apricot"]])
    let found = try tokens("ap", in: [first, second])
    #expect(listed(found) == ["apple 3", "apricot 3", "aprikose 1"])
    let few = try tokens("ap", in: [first, second], limit: 1)
    #expect(listed(few) == ["apple 3"] && few.unlisted == 2 && !few.sharesBeginning)
    #expect(try tokens("apr", in: [first, second], limit: 1).sharesBeginning == false)
    #expect(try tokens("apricot", in: [first, second], limit: 1).unlisted == 0)
  }

  @Test func `tokens that are too long are omitted, and so are results after the deadline`() throws
  {
    let long = String(repeating: "y", count: 90)
    #expect(listed(try tokens("y", in: [corpus([[long], ["yes"]])])) == ["yes 1"])
    let rows = (0..<4000).map { ["word\($0) and some more text to fill the pieces"] }
    let searcher = Searcher(corpus(rows))
    let word = try #require(PartialWord.afterLastBlank(of: "wor"))
    #expect(
      Searcher.frequentTokens(
        completing: word, of: Query("wor"), in: [searcher], limit: 9, isLate: { true }) == nil)
  }

  /// A corpus that is too large to read in full, so completion needs an index.
  private static func large() -> Corpus {
    var generator = SeededGenerator(seed: 7)
    let words = ["apple", "Apple", "apricot", "Ápril", "bin.apex", "other", "filler", "words"]
    let fill = String(repeating: "lorem ipsum dolor ", count: 8)
    let rows = (0..<60_000).map { number in
      let chosen = (0..<2).map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }
      return [chosen.joined(separator: " ") + (number % 9000 == 0 ? " Aprikose " : " ") + fill]
    }
    return Corpus(name: "large", fields: [Field("text")], rows: rows)
  }

  @Test func `an index gives exact counts, and a sample of records gives the spelling of tokens`()
    throws
  {
    let corpus = Self.large()
    #expect(corpus.textBytes > Searcher.maxReadBytes)
    let searcher = Searcher(corpus)
    let word = try #require(PartialWord.afterLastBlank(of: "ap"))
    func found(_ query: Query, _ word: PartialWord) -> FrequentTokens? {
      Searcher.frequentTokens(
        completing: word, of: query, in: [searcher], limit: 3, isLate: { false })
    }
    #expect(!searcher.canCompleteTokens)
    #expect(found(Query("ap"), word) == nil)
    #expect(try searcher.buildPath(named: "tokens"))
    #expect(searcher.canCompleteTokens)
    var counts: [String: Int] = [:]
    for record in 0..<corpus.count {
      let text = corpus.text(of: RecordID(UInt64(record)), field: 0).lowercased()
      let tokens = text.split { $0 == " " || $0 == "." }.filter {
        $0.hasPrefix("ap") || $0.hasPrefix("áp")
      }
      for token in Set(tokens) { counts[String(token), default: 0] += 1 }
    }
    let wanted = counts.sorted { $0.value > $1.value }.prefix(3).map { "\($0.key) \($0.value)" }
    let exact = try #require(found(Query("ap"), word))
    #expect(listed(exact) == wanted && exact.tokens.allSatisfy { !$0.isEstimate })
    #expect(exact.unlisted == 2 && exact.sharesBeginning)
    // If case matters, the counts are estimates from a sample of the records.
    let sensitive = Query("Ap", options: SearchOptions(caseMode: .sensitive))
    let upper = try #require(PartialWord.afterLastBlank(of: "Ap"))
    let forms = try #require(found(sensitive, upper))
    #expect(forms.tokens.first?.text == "Apple" && forms.tokens.allSatisfy(\.isEstimate))
    let records = try searcher.run(Query("Apple", options: sensitive.options)).results.count
    #expect(abs((forms.tokens.first?.records ?? 0) - records) < records / 5)
    // If few records contain the tokens, the counts are exact.
    let rare = try #require(PartialWord.afterLastBlank(of: "Aprik"))
    let few = try #require(found(sensitive, rare))
    #expect(few.tokens.map(\.text) == ["Aprikose"] && few.tokens.allSatisfy { !$0.isEstimate })
    #expect(few.tokens.first?.records == 7)
    let dotted = try #require(PartialWord.afterLastBlank(of: "bin.ap"))
    #expect(found(Query("bin.ap"), dotted)?.tokens.map(\.text) == ["bin.apex"])
  }

  @Test func `every offered token finds records`() throws {
    var generator = SeededGenerator(seed: 99)
    var offered: [String: Int] = [:]
    let alphabet = Array("aAbBéÉßſ(\")!*.\\:xİıΣς\u{301}漢\u{1B}").map(String.init) + ["AND", "a"]
    for _ in 0..<Effort.size(12, thorough: 40) {
      let rows = (0..<12).map { _ in
        [
          (0..<3).map { _ in
            (0..<Int.random(in: 1..<5, using: &generator)).map { _ in
              alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }.joined()
          }.joined(separator: " ")
        ]
      }
      let searcher = Searcher(corpus(rows))
      for (strategy, mode) in zip(
        ["substring", "prefix", "bool", "regex"] + ["substring", "prefix", "bool", "regex"],
        [CaseMode.ignore, .smart, .sensitive, .ignore, .sensitive, .ignore, .smart, .smart])
      {
        for diacritics in DiacriticsMode.allCases {
          for grammar in Grammar.allCases {
            let options = SearchOptions(caseMode: mode, diacritics: diacritics, grammar: grammar)
            for typed in ["a", "A", "b", "é", "x", "漢"] {
              let word = try #require(
                StrategyCatalog.named(strategy)?.partialWord(
                  atEndOf: typed, options: options, fields: []))
              let found = try #require(
                Searcher.frequentTokens(
                  completing: word, of: Query(typed, by: strategy, options: options),
                  in: [searcher], limit: 100, isLate: { false }))
              for token in found.tokens {
                guard let text = word.written(token.text) else { continue }
                offered[strategy, default: 0] += 1
                let report = try searcher.run(Query(text, by: strategy, options: options))
                #expect(
                  report.results.count > 0, "\(strategy) \(mode) \(diacritics) \(text) \(rows)")
              }
            }
          }
        }
      }
    }
    #expect(offered.count == 4 && offered.values.allSatisfy { $0 > 5 }, "\(offered)")
  }
}
