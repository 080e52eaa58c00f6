import ContenderFrames
import Testing

@testable import Contenders

@Suite struct SubstringContenderTests {
  static let names = ["string-contains", "range-of", "strstr", "regex-verbatim"]

  static let texts = [
    "El Capitan", "Sierra", "", "a.b*c", "aaa", "capital", "  two  blanks ", "ELK", "x\ty", "(",
    "el",
  ]

  @Test(arguments: names)
  func `ASCII queries find the same records as a naive search`(name: String) throws {
    let corpus = Searches.lines(Self.texts)
    for query in ["el", "EL", "CAPI", "a", "aa", "aaaa", ".", "*", "(", "b*", "wo  b", "\t", "zz"] {
      for isSensitive in [true, false] {
        let expected = Self.texts.indices.filter {
          isSensitive
            ? Self.contains(Self.texts[$0], query)
            : Self.contains(Self.texts[$0].lowercased(), query.lowercased())
        }
        let found = try Searches.find(name, query, in: corpus) {
          $0.caseMode = isSensitive ? .sensitive : .ignore
          $0.trims = false
        }
        #expect(found == expected, "\(query), sensitive: \(isSensitive)")
      }
    }
  }

  /// Whether the text contains the needle, tested byte by byte at every offset.
  static func contains(_ text: String, _ needle: String) -> Bool {
    let text = Array(text.utf8)
    let needle = Array(needle.utf8)
    guard text.count >= needle.count else { return false }
    return (0...(text.count - needle.count)).contains { text[$0...].starts(with: needle) }
  }

  @Test(arguments: names)
  func `case and trim settings are applied`(name: String) throws {
    let corpus = Searches.lines(["Elk", "elk", " elk "])
    func find(_ text: String, _ change: (inout SearchRequest) -> Void) throws -> [Int] {
      try Searches.find(name, text, in: corpus, change)
    }
    #expect(try find("Elk") { $0.caseMode = .smart } == [0])
    #expect(try find("elk") { $0.caseMode = .smart } == [0, 1, 2])
    #expect(try find(" elk\n") { _ in } == [0, 1, 2])
    #expect(try find(" elk ") { $0.trims = false } == [2])
  }

  @Test(arguments: names)
  func `a record matches if any value in scope matches`(name: String) throws {
    let corpus = Searches.corpus(
      [false, true],
      [[["one"], ["two", "three"]], [["two"]], [["x"], [""]], [[""], ["onetwo"]]])
    #expect(try Searches.find(name, "two", in: corpus) == [0, 1, 3])
    #expect(try Searches.find(name, "ONE", in: corpus) == [0, 3])
    #expect(try Searches.find(name, "two", in: corpus) { $0.columns = [0] } == [1])
    #expect(try Searches.find(name, "two", in: corpus) { $0.columns = [1] } == [0, 3])
    #expect(try Searches.find(name, "two", in: corpus) { $0.columns = [] } == [])
    // A match cannot cross the boundary between two fields or values.
    #expect(try Searches.find(name, "onetwo", in: corpus) == [3])
    #expect(try Searches.find(name, "twothree", in: corpus) == [])
  }

  @Test func `only range-of ignores accents`() throws {
    let corpus = Searches.lines(["café", "cafe\u{301}", "cafe", "CAFÉ", "ǅungla"])
    for name in Self.names {
      let found = try Searches.find(name, "cafe", in: corpus)
      switch name {
      case "range-of": #expect(found == [0, 1, 2, 3])
      // strstr compares bytes, so it also finds a letter that is followed by a combining accent.
      case "strstr": #expect(found == [1, 2])
      default: #expect(found == [2])
      }
    }
    let sensitive = try Searches.find("range-of", "cafe", in: corpus) {
      $0.ignoresDiacritics = false
    }
    #expect(sensitive == [2])
  }

  @Test func `every contender but strstr matches composed text with decomposed text`() throws {
    let corpus = Searches.lines(["café", "cafe\u{301}", "cafe"])
    for name in Self.names {
      let found = try Searches.find(name, "é", in: corpus) { $0.ignoresDiacritics = false }
      #expect(found == (name == "strstr" ? [0] : [0, 1]), "\(name)")
    }
  }

  @Test func `only range-of matches sharp s with ss`() throws {
    let corpus = Searches.lines(["Straße", "STRASSE"])
    for name in Self.names {
      let found = try Searches.find(name, "strasse", in: corpus)
      #expect(found == (name == "range-of" ? [0, 1] : [1]), "\(name)")
    }
  }

  @Test func `range-of and searchbench ignore different diacritics`() throws {
    let corpus = Searches.lines(["أ", "\u{30AB}\u{3099}", "\u{30AC}", "👍🏽"])
    #expect(try Searches.find("range-of", "ا", in: corpus) == [])
    #expect(try Searches.find("range-of", "\u{30AB}", in: corpus) == [1])
    #expect(try Searches.find("range-of", "👍", in: corpus) == [3])
    #expect(try Searches.find("range-of", "👍", in: corpus) { $0.ignoresDiacritics = false } == [])
  }

  @Test func `strstr stops at a NUL`() throws {
    let corpus = Searches.lines(["a\0b", "b"])
    #expect(try Searches.find("strstr", "b", in: corpus) == [1])
    #expect(try Searches.find("string-contains", "b", in: corpus) == [0, 1])
    #expect(throws: Refusal("it cannot search for a NUL")) {
      try Searches.find("strstr", "a\0", in: corpus)
    }
  }
}
