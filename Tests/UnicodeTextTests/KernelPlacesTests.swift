import TestSupport
import Testing
import UnicodeText

@Suite struct KernelPlacesTests {
  /// The records that contain the given offsets, found one offset at a time.
  private func naive(_ places: [Int], _ starts: [UInt32], _ records: Range<Int>) -> [UInt32] {
    var found: [UInt32] = []
    for place in places {
      guard let record = records.last(where: { Int(starts[$0]) <= place }) else { continue }
      if found.last != UInt32(record) { found.append(UInt32(record)) }
    }
    return found
  }

  private func check(_ places: [Int], _ starts: [UInt32], _ records: Range<Int>, from: Int) {
    var buffer = GrowableBuffer<Int>()
    for place in places { buffer.append(place) }
    var found = GrowableBuffer<UInt32>()
    var last = from
    Kernels.appendRecords(
      holding: buffer, startingAt: starts.span, in: records, from: &last, to: &found)
    let wanted = naive(places, starts, records)
    #expect(found.array() == wanted, "\(places) in \(starts.count - 1) records")
    #expect(last == wanted.last.map { Int($0) } ?? from)
  }

  @Test("records are found by their first, last and middle bytes, however many there are")
  func everyRecord() {
    for count in [1, 2, 3, 15, 16, 17, 18, 31, 32, 33, 34, 60] {
      let starts = (0...count).map { UInt32($0 * 3) }
      for first in 0..<count {
        for last in first..<count {
          check([first * 3, first * 3 + 2, last * 3 + 2], starts, 0..<count, from: 0)
          check([first * 3 + 1, last * 3 + 2], starts, 0..<count, from: first)
        }
        check([first * 3 + 1, count * 3 - 1], starts, first..<count, from: first)
      }
    }
  }

  @Test("records of uneven lengths are found at near and far positions")
  func random() {
    var dice = SeededGenerator(seed: 7)
    for round in 0..<400 {
      let count = 1 + Int(dice.next() % 3000)
      var starts: [UInt32] = [UInt32(dice.next() % 50)]
      for _ in 0..<count {
        let isLong = dice.next() % 64 == 0
        let length = 1 + UInt32(dice.next() % (isLong ? 100_000 : 1 + UInt64(round)))
        starts.append(starts[starts.count - 1] + length)
      }
      let first = Int(dice.next() % UInt64(count))
      let range = Int(starts[first])..<Int(starts[count])
      let wanted = 1 + Int(dice.next() % 40)
      let places = (0..<wanted).map { _ in
        range.lowerBound + Int(dice.next() % UInt64(range.count))
      }
      check(places.sorted(), starts, first..<count, from: first)
    }
  }
}

extension KernelLevelTests {
  @Suite struct SomeRecords {
    private func holds(_ record: ArraySlice<UInt8>, _ needle: [UInt8]) -> Bool {
      record.count >= needle.count
        && (record.startIndex...record.endIndex - needle.count).contains {
          record[$0..<$0 + needle.count].elementsEqual(needle)
        }
    }

    @Test("records that contain a needle are kept, up to the edge of memory")
    func keep() throws {
      let edges = try KernelEdges(capacity: 20 * 1500)
      KernelLevelTests.atEveryLevel { level in
        var dice = SeededGenerator(seed: 5)
        for round in 0..<150 {
          var text: [UInt8] = []
          var starts: [UInt32] = [0]
          for _ in 0..<1 + Int.random(in: 0..<20, using: &dice) {
            let isLong = round % 10 == 0
            let length = Int.random(in: 1...(isLong ? 1500 : 140), using: &dice)
            for _ in 0..<length { text.append(UInt8.random(in: 0x61...0x63, using: &dice)) }
            starts.append(UInt32(text.count))
          }
          let length = [1, 2, 3, 4, 5, 9, 17, 40][round % 8]
          var needle = (0..<length).map { _ in UInt8.random(in: 0x61...0x63, using: &dice) }
          if text.count > length, Bool.random(using: &dice) {
            let start = Int.random(in: 0...text.count - length, using: &dice)
            needle = Array(text[start..<start + length])
          }
          let some = (0..<starts.count - 1).filter { _ in Bool.random(using: &dice) }
          let wanted = some.filter { holds(text[Int(starts[$0])..<Int(starts[$0 + 1])], needle) }
          let pair = randomPair(of: length, using: &dice)
          edges.lend(text) { hay in
            var records = GrowableBuffer<UInt32>()
            for record in some { records.append(UInt32(record)) }
            Kernels.keep(
              &records, holding: needle.span, by: pair, in: hay, startingAt: starts.span)
            #expect(records.array() == wanted.map { UInt32($0) }, "\(level) \(needle)")
          }
        }
      }
    }
  }
}
