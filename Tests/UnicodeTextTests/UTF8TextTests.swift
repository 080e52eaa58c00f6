import Testing

@testable import UnicodeText

@Suite struct UTF8TextTests {
  /// The bytes at the limits of every range in Unicode's table of well-formed UTF-8 sequences.
  private static let limits: [UInt8] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
    0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFD, 0xFE, 0xFF,
  ]

  private func repaired(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
    var output = GrowableBuffer<UInt8>()
    let count = UTF8Text.appendRepaired(bytes.span, to: &output)
    return (output.array(), count)
  }

  /// Compares the repair of a text with the standard library, which also replaces each maximal
  /// subpart.
  private func check(_ bytes: [UInt8]) {
    let expected = Array(String(decoding: bytes, as: UTF8.self).utf8)
    let result = repaired(bytes)
    let isValid = expected == bytes
    guard result.bytes == expected, (result.count == 0) == isValid,
      (UTF8Text.validPrefix(of: bytes.span) == bytes.count) == isValid
    else {
      Issue.record("\(bytes) became \(result.bytes) instead of \(expected)")
      return
    }
  }

  @Test func `texts of one and two bytes are validated as by the standard library`() {
    for a in UInt8.min...UInt8.max {
      check([a])
      for b in UInt8.min...UInt8.max { check([a, b]) }
    }
  }

  @Test
  func `texts of three and four bytes at the limits are validated as by the standard library`() {
    for a in Self.limits {
      for b in Self.limits {
        for c in Self.limits {
          check([a, b, c])
          for d in Self.limits where a >= 0xE0 { check([a, b, c, d]) }
        }
      }
    }
  }

  @Test func `every scalar is valid and decodes to itself`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { continue }
      let array = Array(bytes)
      let decoded = UTF8Text.scalar(at: 0, in: array.span)
      guard UTF8Text.validPrefix(of: array.span) == array.count, decoded.scalar == value,
        decoded.length == array.count
      else {
        Issue.record("U+\(String(value, radix: 16))")
        return
      }
    }
  }

  @Test func `an invalid byte is found at every position of a longer text`() throws {
    let block = try #require(GuardedBlock())
    for filler in ["a", "é", "か", "𝐀"] {
      for count in 0...40 {
        let before = Array(String(repeating: filler, count: count).utf8)
        let bytes = before + [0xFF] + before
        block.lend(bytes, atEnd: true) { #expect(UTF8Text.validPrefix(of: $0) == before.count) }
        block.lend(before, atEnd: true) { #expect(UTF8Text.validPrefix(of: $0) == before.count) }
        check(bytes)
        check(Array(bytes.dropLast()))
      }
    }
  }

  @Test func `sequences at the limits are validated correctly around blocks of 64 bytes`() {
    for filler in ["a", "é", "か", "𝐀"] {
      let fill = Array(String(repeating: filler, count: 140).utf8)
      for a in Self.limits where a >= 0x80 {
        for b in Self.limits where b >= 0x7F {
          for more in [[], [0x80], [0xBF, 0x80], [0x80, 0xBF, 0x80]] as [[UInt8]] {
            for place in [60, 61, 62, 63, 64, 124, 126, 127] {
              // If the filler has several bytes, the prefix can end inside a filler, so that the
              // text has a second error.
              check(Array(fill[..<place]) + [a, b] + more + Array(fill.suffix(70)))
            }
            check(Array(fill.prefix(60)) + Array(repeating: 0x61, count: 2) + [a, b] + more)
          }
        }
      }
    }
  }

  @Test func `each maximal subpart becomes one replacement character`() {
    let result = repaired([0x61, 0xF1, 0x80, 0x80, 0xE1, 0x80, 0xC2, 0x62, 0x80, 0x63, 0x80])
    #expect(result.bytes == Array("a\u{FFFD}\u{FFFD}\u{FFFD}b\u{FFFD}c\u{FFFD}".utf8))
    #expect(result.count == 5)
  }

  @Test func `truncated text and separators are decoded safely`() {
    for bytes: [UInt8] in [[0xC3], [0xE3, 0x81], [0xF0, 0x9D, 0x90], [0xF0], [0xFF], [0xFE]] {
      #expect(UTF8Text.scalar(at: 0, in: bytes.span).length == 1)
    }
  }

  @Test func `the growable buffer encodes scalars of every length`() {
    var output = GrowableBuffer<UInt8>()
    for scalar: UInt32 in [0x41, 0xE9, 0x304B, 0x1D400] { output.append(scalar: scalar) }
    #expect(output.array() == Array("Aéか𝐀".utf8))
  }
}
