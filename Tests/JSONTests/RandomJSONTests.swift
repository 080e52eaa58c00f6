import JSON
import TestSupport
import Testing

@Suite struct RandomJSONTests {
  /// A random value with at most `depth` nested brackets.
  private func value(_ dice: inout SeededGenerator, depth: Int) -> JSON {
    switch dice.below(depth > 0 ? 8 : 6) {
    case 0: return [.null, .bool(true), .bool(false)][dice.below(3)]
    case 1: return .integer(Int(truncatingIfNeeded: dice.next() >> UInt64(dice.below(64))))
    case 2: return JSON(dice.next())
    case 3:
      let number = Double(bitPattern: dice.next())
      return .number(number.isFinite ? number : 0.1)
    case 4, 5: return .string(text(&dice))
    case 6: return .array((0..<dice.below(4)).map { _ in value(&dice, depth: depth - 1) })
    default:
      return .object(
        (0..<dice.below(4)).map { index in
          JSON.Member("\(index)" + text(&dice), value(&dice, depth: depth - 1))
        })
    }
  }

  private func text(_ dice: inout SeededGenerator) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", " ", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "\u{E9}", "\u{301}",
      "\u{2028}", "\u{202E}", "\u{FFFD}", "\u{FFFF}", "\u{1F600}", "\u{10FFFF}",
    ]
    var text = ""
    for _ in 0..<dice.below(6) { text.unicodeScalars.append(dice.pick(scalars)) }
    return text
  }

  @Test func `written JSON is parsed back unchanged`() throws {
    var dice = SeededGenerator(seed: 1)
    for round in 0..<2_000 {
      let value = value(&dice, depth: 5)
      for isIndented in [false, true] {
        let bytes = value.encoded(isIndented: isIndented)
        let read = try JSON(parsing: bytes)
        #expect(read == value, "round \(round)")
        // Also compare bytes, because strings compare by canonical equivalence.
        #expect(read.encoded(isIndented: isIndented) == bytes, "round \(round)")
      }
    }
  }

  @Test func `no proper prefix of a JSON document is a valid document`() throws {
    var dice = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      let bytes = JSON.array([value(&dice, depth: 4)]).encoded()
      for length in 0..<bytes.count {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: Array(bytes[..<length])) }
        #expect((error?.offset ?? .max) <= length)
      }
    }
  }

  @Test func `a document with a changed byte is read, or refused with an offset inside it`() {
    var dice = SeededGenerator(seed: 3)
    var refused = 0
    for _ in 0..<3_000 {
      var bytes = JSON.array([value(&dice, depth: 4)]).encoded()
      bytes[dice.below(bytes.count)] = UInt8(truncatingIfNeeded: dice.next())
      do throws(JSONError) {
        let read = try JSON(parsing: bytes)
        #expect((try? JSON(parsing: read.encoded())) == read)
      } catch {
        refused += 1
        #expect(error.offset >= 0 && error.offset <= bytes.count && error.line >= 1)
      }
    }
    #expect(refused > 1_000)
  }
}
