import Basics
import Testing
import Uniquing
import UniquingContenders

@Suite struct RandomizedTests {
  @Test(arguments: [3, 20, 300])
  func `long random sequences of operations agree with the reference`(letters: Int) {
    var random = SplitMix64(seed: UInt64(letters))
    var reference = Reference<Int>()
    var array = UniqueArray<Int>()
    for _ in 0..<2_000 {
      perform(random.next(below: 12), letters, &random, &reference, &array)
      #expect(array.elements == reference.elements)
      if let broken = array.invariantViolation { Issue.record("\(broken)") }
      let letter = random.next(below: letters)
      #expect(array.contains(letter) == reference.elements.contains(letter))
      #expect(array.firstIndex(of: letter) == reference.elements.firstIndex(of: letter))
      #expect(array.index(of: letter) == array.firstIndex(of: letter))
      #expect(array.lastIndex(of: letter) == reference.elements.lastIndex(of: letter))
    }
  }

  private func perform(
    _ step: Int, _ letters: Int, _ random: inout SplitMix64, _ reference: inout Reference<Int>,
    _ array: inout UniqueArray<Int>
  ) {
    let letter = random.next(below: letters)
    switch step {
    case 0..<5:
      let isNew = array.appendIfUnique(letter)
      let expected = reference.appendIfUnique(letter)
      #expect(isNew == expected)
    case 5:
      let position = reference.elements.firstIndex(of: letter)
      if let position { reference.elements.remove(at: position) }
      let removed = array.remove(letter)
      #expect(removed == (position == nil ? nil : letter))
    case 6 where !array.isEmpty:
      let position = random.next(below: array.count)
      let removed = array.remove(at: position)
      #expect(removed == reference.elements.remove(at: position))
    case 7 where !array.isEmpty:
      let removed = array.removeLast()
      let expected = reference.elements.removeLast()
      #expect(removed == expected)
    case 8:
      let more = (0..<random.next(below: 200)).map { _ in random.next(below: letters) }
      array.append(contentsOf: more)
      for element in more { reference.appendIfUnique(element) }
    case 9 where random.next(below: 10) == 0:
      array.removeAll(keepingCapacity: random.next(below: 2) == 0)
      reference.elements.removeAll()
    case 10:
      array.removeAll { $0 % 7 == letter % 7 }
      reference.elements.removeAll { $0 % 7 == letter % 7 }
    case 11: array.reserveCapacity(random.next(below: 100))
    default: break
    }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 18, 63, 64, 80, 81, 82, 144, 145, 200, 1_000, 5_000])
  func `appending elements together, one by one or lazily gives the same array`(count: Int) {
    for bound in [1, 2, 16, 17, count / 2 + 1, 2 * count + 1, 1 << 60] {
      let input = UniquenessInput.randomIntegers(count: count, below: bound, seed: UInt64(bound))
      var seen: Set<Int> = []
      let expected = input.filter { seen.insert($0).inserted }
      let atOnce = UniqueArray(input)
      #expect(atOnce.elements == expected)
      #expect(atOnce.invariantViolation == nil)
      #expect(UniqueArray(input.lazy.map { $0 }).elements == expected)
      var half = UniqueArray(input.prefix(count / 2))
      half.append(contentsOf: input)
      #expect(half.elements == expected)
      #expect(half.invariantViolation == nil)
    }
  }

  @Test func `reserved capacity is sufficient and is never reduced`() {
    var array = UniqueArray<Int>()
    array.reserveCapacity(1_000)
    let slots = array.slotCount
    array.append(contentsOf: 0..<1_000)
    #expect(array.slotCount == slots)
    array.reserveCapacity(10)
    #expect(array.slotCount == slots)
    array.reserveCapacity(5_000)
    #expect(array.slotCount > slots)
    #expect(array.invariantViolation == nil)
    #expect(array.elements == Array(0..<1_000))
  }

  /// Capacity is reserved only for elements that are probably unique, so repetitions must not
  /// increase it.
  @Test func `repeated elements do not grow the storage`() {
    let input = Array(repeating: Array(0..<100), count: 1_000).flatMap(\.self)
    let array = UniqueArray(input)
    #expect(array.count == 100)
    #expect(array.slotCount <= 16 * 128)
  }
}
