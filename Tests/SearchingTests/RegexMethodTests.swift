import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests searches that change their method within a text.
///
/// A search can switch between a prefilter and the automaton. It can also switch between matching
/// at several offsets at the same time and skipping runs of bytes.
@Suite struct RegexMethodTests {
  typealias Expected = RegexLinesTests.Expected

  /// Checks that a search of all lines agrees with RE2 on each line.
  ///
  /// The search chooses its method automatically, and gets the text in blocks of about `blockSize`
  /// bytes.
  static func check(
    _ pattern: String, _ text: [UInt8], blockSize: Int = 1 << 16,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let matcher = try RegexLinesTests.matcher(pattern, ignoresCase: false, .automatic)
    let lines = RegexLines(of: matcher)
    var matches = RegexLines.Matches()
    var found: [Int] = []
    var start = 0
    while start < text.count {
      let near = min(start + blockSize, text.count)
      let end = text[(near - 1)...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      let before = matches.starts.count
      let block = text.span.extracting(start..<end)
      #expect(lines.appendMatches(in: block, to: &matches) == end - start)
      for index in before..<matches.starts.count { found.append(start + matches.starts[index]) }
      start = end
    }
    #expect(matches.unsure.count == 0, sourceLocation: sourceLocation)
    #expect(found == Expected(matcher, text).starts, "\(pattern)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "(?:12|19):[0-5]\\d(?::[0-5]\\d)?\\b", "0x[0-9a-f]{2}\\b", "red|green", "took \\d+ ms$",
  ])
  func `strings are frequent in some parts of a text and rare in others`(_ pattern: String) throws {
    let frequent = ["at 12:34 took 7 ms", "19:07:01 red 0x1f green", "12:99 0xg took 4 ms!"]
    let rare = "a line of other text without such strings, for half a megabyte"
    var text: [UInt8] = []
    for part in 0..<6 {
      for line in 0..<3_000 {
        let isFrequent = part % 2 == 0 || line % 1_000 == 999
        text += (isFrequent ? frequent[line % 3] : rare).utf8
        text.append(0x0A)
      }
    }
    try Self.check(pattern, text)
    let rows = String(decoding: text, as: UTF8.self).split(separator: "\n").map { [String($0)] }
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: rows)
    let searches = try [RegexPrefilter.Choice.nothing, .automatic].map {
      let matcher = try RegexPrefilterTests.matcher(pattern, corpus.fields, nil, $0)
      return RegexPrefilterTests.scan(matcher, corpus, countingHits: false).records
    }
    #expect(searches[0] == searches[1] && searches[0].count > 3_000)
  }

  @Test(arguments: ["^.{0,3}$", "^[^。]*。?$", "^\"[^\"]*\"$", "\\A\\w+\\z", "^$|^.$", "[^x]{200}$"])
  func `runs of bytes are skipped in long lines`(_ pattern: String) throws {
    let lines = [
      String(repeating: "漢字かな交じり文", count: 30), "漢字", "", "ab\r", "абв", "xyz\r",
      String(repeating: "word ", count: 50) + "。", "\"" + String(repeating: "é", count: 90) + "\"",
      "\u{1F600}", "\r", String(repeating: "a", count: 300),
    ]
    var random = SeededGenerator(seed: 7)
    var text: [UInt8] = []
    while text.count < 1 << 18 {
      text += random.pick(lines).utf8
      text.append(0x0A)
    }
    for last in ["", "漢字", "ab\r", "x"] { try Self.check(pattern, text + last.utf8) }
    try Self.check(pattern, text, blockSize: 1 << 18)
  }

  @Test func `a prefilter that costs too much pauses for longer and longer parts`() {
    var effort = PrefilterEffort()
    func skipped() -> Int {
      var count = 0
      while effort.skips(1 << 14) { count += 1 }
      return count
    }
    #expect(skipped() == 0)
    // A search of so few bytes causes no pause.
    effort.note(searched: 1 << 10, cost: 1 << 10, rest: 0)
    #expect(skipped() == 0)
    effort.note(searched: 1 << 14, cost: 1 << 14, rest: 0)
    #expect(skipped() == 16)
    for expected in [32, 64, 128, 128] {
      effort.note(searched: 1 << 14, cost: 1 << 14, rest: 0)
      #expect(skipped() == expected)
    }
    effort.note(searched: 1 << 14, cost: 100, rest: 0)
    #expect(skipped() == 0)
    effort.note(searched: 1 << 14, cost: 1 << 14, rest: 0)
    #expect(skipped() == 16)
    // The pause is 512 KB. The rest of the range, 256 KB, is part of the pause, so 256 KB remain.
    effort.note(searched: 1 << 14, cost: 1 << 14, rest: 1 << 18)
    #expect(skipped() == 16)
    effort.note(searched: 1 << 14, cost: 1 << 14, rest: 1 << 20)
    #expect(skipped() == 0)
    #expect(PrefilterEffort.isTooMuch(1 << 14, for: 1 << 14))
    #expect(!PrefilterEffort.isTooMuch(1 << 13, for: 1 << 14))
    #expect(!PrefilterEffort.isTooMuch(1 << 13, for: 1 << 13))
  }

  /// The strings that a search with this sample looks for.
  static func strings(_ pattern: String, sample: String) throws -> String {
    let matcher = try RegexLinesTests.matcher(pattern, ignoresCase: false, .automatic)
    return RegexLines(of: matcher, .automatic, Self.sample(sample)).explanation
  }

  static func sample(_ text: String) -> TextSample {
    var bytes = GrowableBuffer<UInt8>()
    bytes.append(copying: Array(text.utf8).span)
    return TextSample(bytes)
  }

  @Test func `the rarest string in a sample is searched for`() throws {
    // Each letter of "Failed" is rare, but they always occur together.
    let failed = String(repeating: "Failed password for root from 10.0.0.1 port 5106\n", count: 200)
    #expect(try Self.strings("Failed.*port 22", sample: failed).contains("22\""))
    let ports = String(repeating: "accepted port 22 from Fa and port 22 by iled\n", count: 200)
    #expect(try Self.strings("Failed.*port 22", sample: ports).contains("Failed\""))
  }

  @Test func `a rare literal is searched for instead of a longer string of classes`() throws {
    let pattern = #"\bID[0-9A-F]{9}\b"#
    let rare = String(repeating: "one of the words of a text\n", count: 400)
    #expect(try Self.strings(pattern, sample: rare).contains("\"ID\""))
    let frequent = String(repeating: "the ID and IDs of a text\n", count: 400)
    #expect(try Self.strings(pattern, sample: frequent).contains("ID[0-9A-F]"))
  }

  @Test func `the share of a byte depends on the byte before it`() {
    let pairs = BytePairCounts(of: Self.sample(String(repeating: "quit at once ", count: 400)))
    let (q, u, t) = (ByteSet(0x71), ByteSet(0x75), ByteSet(0x74))
    #expect(pairs.share(of: u, after: q, share: 0.01) > 0.98)
    #expect(pairs.share(of: t, after: q, share: 0.01) < 0.001)
    // Both `i` and `a` precede `t`.
    let vowels = ByteSet(0x61).union(ByteSet(0x69))
    #expect(pairs.share(of: t, after: vowels, share: 0.01) > 0.98)
    #expect(pairs.share(of: ByteSet(0x61...0x7A), after: q, share: 0.5) == 0.5)
    #expect(pairs.share(of: u, after: ByteSet(0x00), share: 0.25) == 0.25)
  }
}
