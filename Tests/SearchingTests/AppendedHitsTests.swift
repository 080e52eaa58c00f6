import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Compares the hits that are appended to a list with the hits that are returned for each record.
@Suite struct AppendedHitsTests {
  private static let letters = [
    "a", "b", "A", "th", "the", " ", ".", "\r", "é", "e\u{301}", "\u{301}", "K", "ß",
    "漢", "か", "\u{3099}", "Ж", "ж", "🇩🇪", "\u{200D}", "É",
  ]

  /// Expects that one search of many records gives the same hits as a separate search of each
  /// record.
  private static func compareMany(
    by matcher: any Matcher, _ fields: [Field], _ note: Comment, _ random: inout SeededGenerator
  ) throws {
    for _ in 0..<Effort.size(20, thorough: 400) {
      var text: [UInt8] = []
      var records: [Range<Int>] = []
      for _ in 0..<random.below(40) {
        let start = text.count
        for _ in fields {
          for _ in 0..<random.below(9) { text += Array(random.pick(Self.letters).utf8) }
          text.append(Separator.field)
        }
        // Skip some records. Pass empty ranges for some other records, as a search does for context
        // rows.
        if random.oneIn(4) { continue }
        records.append(random.oneIn(5) ? start..<start : start..<text.count)
      }
      for isFirstEnough in [false, true] {
        var found = RowHits()
        matcher.appendHits(
          inEach: records.span, of: text.span, isFirstEnough: isFirstEnough, to: &found)
        var expected = RowHits()
        matcher.appendHitsOneByOne(
          inEach: records.span, of: text.span, isFirstEnough: isFirstEnough, to: &expected)
        let shown = String(decoding: text, as: UTF8.self).debugDescription
        #expect(found.hits == expected.hits, "\(note) \(shown)")
        #expect(found.starts == expected.starts, "\(note) \(shown)")
        #expect(found.fullNames == expected.fullNames, "\(note) \(shown)")
      }
    }
  }

  private static let queries = [
    ("substring", "a"), ("substring", "the"), ("substring", "th e"), ("substring", "é"),
    ("substring", "\r"), ("substring", "漢"), ("substring", "ж"), ("substring", "か漢"),
    ("substring", "🇩"), ("substring", "eж"), ("prefix", "th"), ("prefix", "a b"), ("prefix", "k"),
    ("bool", "a OR th"),
    ("bool", "NOT b"), ("regex", "a+"), ("regex", "b*"), ("regex", #"^t\w"#),
  ]

  @Test(arguments: queries, [HitBounds.anywhere, .words, .all])
  func `appended hits are the hits of each record`(query: (String, String), bounds: HitBounds)
    throws
  {
    var random = SeededGenerator(seed: 101)
    for fields in [[Field("text")], [Field("a"), Field("b", isAlias: true)]] {
      for mode in 0..<4 {
        let options = SearchOptions(
          caseMode: mode & 1 != 0 ? .ignore : .sensitive,
          diacritics: mode & 2 != 0 ? .ignore : .sensitive, bounds: bounds)
        let compiled = try? CompiledQuery(Query(query.1, by: query.0, options: options))
        guard let matcher = try compiled?.matcher(for: fields) else { continue }
        for _ in 0..<Effort.size(100, thorough: 2_000) {
          var record: [UInt8] = []
          for _ in fields {
            for _ in 0..<random.below(7) { record += Array(random.pick(Self.letters).utf8) }
            record.append(Separator.field)
          }
          let (hits, isByFullName) = matcher.markedHits(in: record.span)
          let earlier = [Hit(field: 0, range: 7..<9)]
          var all = earlier
          var first = earlier
          let marks = [
            matcher.appendHits(in: record.span, isFirstEnough: false, to: &all),
            matcher.appendHits(in: record.span, isFirstEnough: true, to: &first),
          ]
          let text = String(decoding: record, as: UTF8.self).debugDescription
          #expect(all == earlier + hits, "\(query) \(options.caseMode) \(text)")
          #expect(first == earlier + hits.prefix(1), "\(query) \(options.caseMode) \(text)")
          #expect(marks == [isByFullName, isByFullName], "\(query) \(text)")
        }
        try Self.compareMany(by: matcher, fields, "\(query) \(options.caseMode)", &random)
      }
    }
  }
}
