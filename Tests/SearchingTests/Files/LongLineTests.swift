import Corpora
import TestSupport
import Testing

@testable import Searching

/// Tests lines that are longer than the pieces in which the search looks for line ends.
@Suite struct LongLineTests {
  private static let piece = 1 << 18
  private static let chunk = 1 << 21

  private static func count(
    _ text: String, _ strategy: String, in path: String, _ caseMode: CaseMode,
    isInverted: Bool = false
  ) throws -> Int {
    var options = SearchOptions()
    options.caseMode = caseMode
    options.diacritics = .sensitive
    options.threads = 2
    let source = try FileSource([path], options: LoadOptions())
    var total = 0
    _ = try source.countByFile(
      CompiledQuery(Query(text, by: strategy, options: options)),
      StreamRequest(isInverted: isInverted), .never
    ) { _, found in
      total += found
      return true
    }
    return total
  }

  /// Queries, each with a text that it matches.
  private static let queries: [(text: String, strategy: String, match: String)] = [
    ("needle", "substring", "needle"), ("игла", "substring", "ИГЛА"),
    ("naïve", "substring", "nai\u{308}ve"), ("ne+dle", "regex", "neeeedle"),
    ("\\bneedle\\b", "regex", " needle "), ("foo[a-z]*needle", "regex", "fooqqqqqqqqqqqneedle"),
    ("игла|нить", "regex", "нить"), ("[0-9]{4}-[0-9]{2}", "regex", "2026-11"),
    ("one two", "prefix", " twofold onerous "), ("one AND two", "bool", "one or two"),
  ]

  @Test(arguments: queries.indices)
  func `a match is found anywhere in a long line`(index: Int) throws {
    let query = Self.queries[index]
    let folder = try ScratchFolder()
    let filler = "qwx жщ. "
    let count = (Self.chunk + 2 * Self.piece) / filler.utf8.count + 9
    let line = Array(String(repeating: filler, count: count).utf8)
    var random = SeededGenerator(seed: UInt64(index))
    let match = Array(query.match.utf8)
    for edge in [Self.piece, Self.chunk, Self.chunk + Self.piece, line.count] {
      // Replace a whole number of fillers, so that no scalar is split.
      let width = (match.count / filler.utf8.count + 1) * filler.utf8.count
      let near = min(edge - random.below(width), line.count - width)
      let start = near / filler.utf8.count * filler.utf8.count
      var text = line
      text.replaceSubrange(
        start..<start + width, with: match + Array(repeating: 0x20, count: width - match.count))
      let path = try folder.write(
        Array("first line\n".utf8) + text + Array("\nlast line".utf8), to: "match\(edge)")
      let place = "at \(start) of \(line.count)"
      #expect(try Self.count(query.text, query.strategy, in: path, .ignore) == 1, "\(place)")
      let others = try Self.count(
        query.text, query.strategy, in: path, .ignore, isInverted: true)
      #expect(others == 2, "\(place)")
    }
    let path = try folder.write(line + Array("\nx".utf8), to: "none")
    #expect(try Self.count(query.text, query.strategy, in: path, .ignore) == 0)
  }

  @Test func `anchors match only at the ends of a long line`() throws {
    let folder = try ScratchFolder()
    let middle = String(repeating: "start end ", count: Self.chunk / 8)
    for (text, atStart, atEnd) in [
      ("start \(middle) end\n", 1, 1), ("x \(middle) end\n", 0, 1), ("start \(middle) x\n", 1, 0),
      ("\u{FEFF}start \(middle) end", 1, 1), ("a\nstart \(middle) end\r\nb\n", 1, 1),
    ] {
      let path = try folder.write(text, to: "anchors")
      #expect(try Self.count("^start start", "regex", in: path, .sensitive) == atStart)
      #expect(try Self.count("end  end$", "regex", in: path, .sensitive) == atEnd)
    }
  }
}
