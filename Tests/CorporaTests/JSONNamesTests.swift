import JSON
import TestSupport
import Testing
import UnicodeText

@testable import Corpora

/// Tests that a JSON line is skipped only if it is well-formed and all its names are known.
@Suite struct JSONNamesTests {
  private static func isWellFormed(_ line: [UInt8]) -> Bool {
    (try? load(line, named: "a.jsonl")) != nil
  }

  private static func isPassed(_ line: [UInt8], _ names: borrowing JSONNames) -> Bool {
    names.pass(line.span, in: 0..<line.count).end == line.count
  }

  /// The names that `JSONNames` learns from the given lines, with the types of their values.
  private static func names(_ lines: [String]) -> JSONNames {
    var names = JSONNames()
    for line in lines { names.learn(Array(line.utf8).span) }
    return names
  }

  @Test func `no ill-formed text over a small alphabet is accepted`() {
    let names = Self.names(["{\"1\":1}", "{\"1\":{\"1\":1}}", "1", "{\"\":1}"])
    let alphabet = Array("{}[]\",:1-. 0".utf8)
    var (passed, texts) = (0, [[UInt8]]([[]]))
    for _ in 0..<Effort.size(4, thorough: 6) {
      texts = texts.flatMap { text in alphabet.map { text + [$0] } }
      for text in texts where Self.isPassed(text, names) {
        passed += 1
        #expect(Self.isWellFormed(text), "\(String(decoding: text, as: UTF8.self))")
      }
    }
    #expect(passed > 100)
  }

  @Test func `well-formed lines with known names are accepted, and ill-formed variants are not`() {
    let lines = [
      "{\"name\":\"alpha beta gamma delta\",\"n\":-12.5e+3,\"ok\":true,\"no\":null}",
      "{\"a long name of a field\":[1, {\"x\": [\"y\", false]}, []], \"o\": {\"p\": {}, \"q\": \"\\n\\\"\"}}",
      "  [\"12345678901234567890\", 12345678901234567890] \r", "\"漢字 é\"", "",
    ]
    let names = Self.names(lines)
    for line in lines {
      let isPassed = Self.isPassed(Array(line.utf8), names)
      #expect(isPassed, "\(line)")
    }
    var random = SeededGenerator(seed: 5)
    var (passed, refused) = (0, 0)
    for _ in 0..<Effort.size(3_000, thorough: 200_000) {
      var line = Array(random.pick(lines).utf8)
      for _ in 0..<1 + random.below(2) where !line.isEmpty {
        let place = random.below(line.count)
        switch random.below(3) {
        case 0: line.remove(at: place)
        case 1: line[place] = random.pick(Array("{}[]\",:1-. 0eE+\\ntfu\t\u{1}".utf8))
        default: line.insert(random.pick(Array("{}[]\",:1-. 0\\".utf8)), at: place)
        }
      }
      guard String(validating: line, as: UTF8.self) != nil else { continue }
      let isPassed = Self.isPassed(line, names)
      if isPassed { passed += 1 } else { refused += 1 }
      if isPassed {
        #expect(Self.isWellFormed(line), "\(String(decoding: line, as: UTF8.self))")
      }
    }
    #expect(passed > 100 && refused > 100)
  }

  @Test func `a name is known only in its object and with its kind of value`() {
    let names = Self.names(["{\"a\":1,\"o\":{\"b\":1}}", "[{\"z\":1}]"])
    for known in ["{\"o\":{\"b\":[2]},\"a\":\"x\"}", "{}", "[{\"y\":2}]", "{\"a\":[{\"k\":1}]}"] {
      let isPassed = Self.isPassed(Array(known.utf8), names)
      #expect(isPassed, "\(known)")
    }
    for unknown in [
      "{\"a\":{}}", "{\"o\":1}", "{\"b\":1}", "{\"o\":{\"a\":1}}", "{\"c\":1}", "{\"\\u0061\":1}",
      "{\"a\":\"\\u0061\"}", "{\"aa\":1}", "{\"\":1}",
    ] {
      let isPassed = Self.isPassed(Array(unknown.utf8), names)
      #expect(!isPassed, "\(unknown)")
    }
  }

  @Test func `names beyond the capacity are not learned, and learned names are kept`() {
    var names = JSONNames()
    for number in 0..<3_000 { names.learn(Array("{\"name of \(number)\":1}".utf8).span) }
    let passed = (0..<3_000).filter { Self.isPassed(Array("{\"name of \($0)\":2}".utf8), names) }
    #expect(passed == Array(0..<passed.count) && passed.count > 500 && passed.count < 3_000)
    let long = String(repeating: "x", count: 40_000)
    names.learn(Array("{\"\(long)\":1}".utf8).span)
    let isPassed = Self.isPassed(Array("{\"\(long)\":1}".utf8), names)
    #expect(!isPassed)
  }

  @Test func `lines and records are counted up to the first line that is not accepted`() {
    let names = Self.names(["{\"a\":1}"])
    let text = Array("{\"a\":1}\n\n \n{\"a\":2}\n{\"b\":1}\n{\"a\":3}\n".utf8)
    let passed = names.pass(text.span, in: 0..<text.count)
    #expect(passed.end == 19 && passed.lines == 4 && passed.records == 2)
    let rest = names.pass(text.span, in: 27..<text.count)
    #expect(rest.end == text.count && rest.lines == 1 && rest.records == 1)
  }

  @Test func `only an intact gzip file with a single member is decompressed in one call`() {
    let gzip = SmallGzip()
    let member = ByteSourceTests.member
    var text = GrowableBuffer<UInt8>()
    #expect(gzip.inflate(member.span, into: &text))
    #expect(text.withSpan { String(decoding: $0) } == "one\ntwo\n")
    // A gzip file ends with the size of the text of its last member, so a buffer of that size is
    // too small for the text of two members.
    #expect(!gzip.inflate((member + member).span, into: &text))
    for length in 0..<member.count {
      #expect(!gzip.inflate(Array(member[..<length]).span, into: &text), "\(length)")
    }
    for index in [0, 3, 12, 20, 22, 25] {
      var damaged = member
      damaged[index] ^= 0xFF
      #expect(!gzip.inflate(damaged.span, into: &text), "\(index)")
    }
  }
}
