import TestSupport
import Testing
import UnicodeText

@testable import Corpora

/// Compares adding many lines at once with adding them one by one.
@Suite struct CandidateCorpusTests {
  @Test func `adding lines at once gives the same records as adding them one by one`() throws {
    var random = SeededGenerator(seed: 103)
    let letters = ["a", "bc", "é", "漢", " ", "", "\n", "\n", "\n"]
    for round in 0..<Effort.size(600, thorough: 20_000) {
      var text: [UInt8] = []
      for _ in 0..<random.below(60) { text += Array(random.pick(letters).utf8) }
      // Insert up to three carriage returns or invalid bytes into some texts.
      for _ in 0..<(random.oneIn(2) ? random.below(4) : 0) {
        text.insert(random.pick([0x0D, 0xC3, 0xFF]), at: random.below(text.count + 1))
      }
      if random.oneIn(2) { text.append(0x0A) }
      var (start, number) = (0, 1)
      var lines: [CandidateCorpus.Line] = []
      while start < text.count {
        let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
        if !random.oneIn(3) { lines.append(.init(start: start, end: end, number: number)) }
        (start, number) = (end, number + 1)
      }
      var atOnce = CandidateCorpus()
      var oneByOne = CandidateCorpus()
      // The lines of the second file are appended to the records of the first file.
      for path in ["a", "b"] {
        atOnce.begin(path)
        oneByOne.begin(path)
        try atOnce.append(lines.span, of: text.span)
        for line in lines {
          try oneByOne.append(
            text.span.extracting(line.start..<line.end), number: line.number)
        }
      }
      #expect(atOnce.invalidSequences == oneByOne.invalidSequences, "round \(round)")
      let (found, expected) = (atOnce.finish(name: ""), oneByOne.finish(name: ""))
      #expect(found.rows == expected.rows, "round \(round)")
      #expect(found.lines == expected.lines, "round \(round)")
    }
  }
}
