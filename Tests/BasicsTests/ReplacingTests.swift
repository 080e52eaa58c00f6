import Testing

@testable import Basics

/// Compares string functions with the standard library, for all strings of up to six letters over a
/// two-letter alphabet.
@Suite struct ReplacingTests {
  private static let texts: [String] = (0...6).flatMap { length in
    (0..<(1 << length)).map { bits in
      String((0..<length).map { bits >> $0 & 1 == 0 ? "a" : "b" })
    }
  }

  @Test(arguments: ["a", "ab", "aa", "aba"])
  func `replacing, finding and separating agree with the standard library`(needle: String) {
    for text in Self.texts {
      #expect(
        text.replacingOccurrences(of: needle, with: "-x") == text.replacing(needle, with: "-x"))
      #expect(text.hasOccurrence(of: needle) == text.contains(needle))
      let pieces = text.split(separator: needle, omittingEmptySubsequences: false).map(String.init)
      #expect(text.pieces(separatedBy: needle) == pieces)
      let bytes = Array(text.utf8)
      #expect(bytes[...].firstRange(of: Array(needle.utf8)) == bytes.firstRange(of: needle.utf8))
    }
  }

  @Test func `an empty needle occurs in every string`() {
    #expect("".hasOccurrence(of: "") && "a".hasOccurrence(of: ""))
  }
}
