import Testing
import UnicodeText

@testable import Searching

@Suite struct SpellingFinderTests {
  @Test func `the search for dropped marks finds every mark, and no frequent letter`() {
    for range in FoldVariants.droppedMarks {
      for scalar in range.lowerBound...range.upperBound {
        let mark = Array(String(Unicode.Scalar(scalar)!).utf8)
        var found: [Int] = []
        Fingerprints.droppedMarks.scan(mark.span) { place, _ in
          found.append(place)
          return true
        }
        #expect(found == [0], "U+\(String(scalar, radix: 16))")
      }
    }
    // Letters of Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Hindi, Thai, Georgian, Korean,
    // Vietnamese, Greek with diacritics, Japanese and Chinese; punctuation.
    let letters: [ClosedRange<UInt32>] = [
      0xC0...0x17F, 0x391...0x3CE, 0x400...0x45F, 0x531...0x587, 0x5D0...0x5EA, 0x621...0x64A,
      0x904...0x939, 0xE01...0xE30, 0x10D0...0x10FA, 0x1E00...0x1EFF, 0x1F00...0x1FFF,
      0x2010...0x203A, 0x3001...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF5E,
    ]
    let text = letters.joined().map { String(Unicode.Scalar($0)!) }.joined(separator: " ")
    var found: [Int] = []
    Fingerprints.droppedMarks.scan(Array(text.utf8).span) { place, _ in
      found.append(place)
      return true
    }
    #expect(found.isEmpty)
  }
}
