import TestSupport
import Testing

@testable import Cataloguing

@Suite struct KnownItemsTests {
  @Test func `each item is matched once, equal items in order, and unmatched items remain`() {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<200 {
      let items = (0..<random.below(30)).map { number in
        KnownItems.Item(
          number: number, fingerprint: random.below(6) - 3, line: number, expires: nil)
      }
      var known = KnownItems(items.shuffled(using: &random))
      var left = items
      for _ in 0..<random.below(40) {
        let wanted = random.below(8) - 4
        let place = left.firstIndex { $0.fingerprint == wanted }
        #expect(known.take(wanted)?.number == place.map { left[$0].number })
        if let place { left.remove(at: place) }
        if random.oneIn(5) {
          // After a batch was rolled back, its items are available again.
          let count = known.takenCount
          let before = known.rest
          for _ in 0..<random.below(5) { _ = known.take(random.below(8) - 4) }
          known.giveBack(after: count)
          #expect(known.rest == before && known.takenCount == count)
        }
      }
      #expect(known.rest == left.map(\.number))
    }
  }

  private func fingerprint(_ parts: [(UInt64, String)]) -> Int {
    var print = Fingerprint()
    for (tag, text) in parts { print.add(tag, Array(text.utf8).span) }
    return print.value
  }

  @Test func `fingerprints are the same in every version`() {
    var fingerprint = Fingerprint()
    fingerprint.add(0, Array("UPWARDS ARROW".utf8).span)
    fingerprint.add(100, Array("{}".utf8).span)
    #expect(fingerprint.value == -90_532_574_914_670_643)
  }

  @Test func `changing texts, columns or their boundaries changes the fingerprint`() {
    let long = String(repeating: "x", count: 64)
    let variants: [[(UInt64, String)]] = [
      [], [(0, "")], [(1, "")], [(0, "a")], [(1, "a")], [(0, "b")], [(0, "a"), (1, "")],
      [(0, "a"), (0, "a")], [(0, "aa")], [(0, "a"), (1, "b")], [(1, "b"), (0, "a")], [(0, "ab")],
      [(0, ""), (0, "a")], [(0, "\0")], [(0, "\0\0")], [(0, "a\0")], [(0, "\0a")],
      [(0, "abcdefgh")], [(0, "abcdefgi")], [(0, "abcdefgh\0")], [(0, "abcdefg"), (0, "h")],
      [(0, long)], [(0, long + "y")], [(0, "y" + long)], [(100, "a")],
    ]
    let prints = variants.map(fingerprint)
    #expect(Set(prints).count == variants.count)
    #expect(prints == variants.map(fingerprint))
    // Fingerprints are stored in files, so they must be the same in every version.
    #expect(fingerprint([(0, "The whale"), (3, "sea")]) == Self.kept)
  }

  private static let kept = -580_487_597_174_400_590

  @Test func `an added or changed byte changes the fingerprint`() {
    var random = SeededGenerator(seed: 32)
    var seen: Set<Int> = []
    var count = 0
    for _ in 0..<500 {
      var bytes = (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
      for _ in 0..<4 {
        bytes.append(UInt8(random.below(256)))
        var print = Fingerprint()
        print.add(3, bytes.span)
        seen.insert(print.value)
        count += 1
      }
    }
    // With 2,000 inputs, even a single collision is practically impossible.
    #expect(seen.count >= count - 2)
  }
}
