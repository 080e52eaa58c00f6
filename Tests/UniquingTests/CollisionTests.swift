import Basics
import Testing
import Uniquing
import UniquingContenders

@Suite struct CollisionTests {
  @Test func `colliding elements are distinguished, with one new seed until the index grows`() {
    var array = UniqueArray<SameHash>()
    for value in 0..<1_500 {
      array.appendIfUnique(SameHash(value: value))
      array.appendIfUnique(SameHash(value: value / 2))
    }
    #expect(array.map(\.value) == Array(0..<1_500))
    #expect(array.invariantViolation == nil)
    #expect(array.longestProbe == 1_499)
    #expect(array.isReseeded)
    array.reserveCapacity(4 * array.slotCount)
    #expect(!array.isReseeded)
    for value in 1_500..<1_600 { array.appendIfUnique(SameHash(value: value)) }
    #expect(array.isReseeded)
    #expect(array.count == 1_600)
  }

  @Test func `colliding elements are distinguished when they are appended together`() {
    let input = (0..<1_500).map { SameHash(value: $0 / 2 * 2) } + (0..<1_500).map(SameHash.init)
    let array = UniqueArray(input)
    #expect(array.count == 1_500)
    #expect(array.isReseeded)
    #expect(array.invariantViolation == nil)
  }

  @Test func `the first of equal elements is kept`() {
    var random = SplitMix64(seed: 5)
    let input = (0..<2_000).map { FewHashes(value: random.next(below: 300), label: "\($0)") }
    let expected = Reference.unique(input)
    for array in [UniqueArray(input), UniqueArray(input.lazy.map { $0 })] {
      #expect(array.map(\.label) == expected.map(\.label))
      #expect(array.invariantViolation == nil)
    }
  }

  /// The keys collide in tables that derive the home slot from a few bits of the key, or from the
  /// product of the key and a known factor.
  @Test(arguments: [0, 1, 2, 3, 4, 5])
  func `keys chosen to collide in simple hash tables do not collide here`(kind: Int) {
    let inverse = 0xF1DE_83E1_9937_733D as UInt64
    let keys = (0..<20_000).map { (number: UInt64) -> UInt64 in
      switch kind {
      case 0: number << 40
      case 1: number << 32 | number
      case 2: UInt64.max - number
      case 3: number &* inverse
      case 4: number &* 0x1_0000_0001
      default: (number << 48 | number >> 16) ^ 0xFFFF
      }
    }
    let array = UniqueArray(keys)
    #expect(array.elements == keys)
    #expect(array.longestProbe < 400)
    #expect(!array.isReseeded)
    let integers = UniqueArray(keys.map { Int(bitPattern: UInt($0)) })
    #expect(integers.longestProbe < 400)
  }

  @Test func `more elements than fit 32-bit positions are refused`() async {
    await #expect(processExitsWith: .failure) {
      var array = UniqueArray<Never>()
      array.reserveCapacity(1 << 32)
    }
  }

  @Test func `invalid positions are refused`() async {
    await #expect(processExitsWith: .failure) {
      var array: UniqueArray = [1]
      array.remove(at: 1)
    }
    await #expect(processExitsWith: .failure) {
      var array = UniqueArray<Int>()
      array.removeLast()
    }
  }
}
