import Testing
import UniquingContenders

@Suite struct UniquenessInputTests {
  @Test(arguments: ElementOrder.allCases, [0, 21, 50, 99, 100])
  func `the percentage is the share of elements that repeat an earlier one`(
    order: ElementOrder, percent: Int
  ) {
    for count in [0, 1, 10, 1_000] {
      let different = count == 0 ? 0 : max(1, count - (count * percent + 50) / 100)
      let integers = UniquenessInput.integers(
        count: count, order: order, duplicatePercent: percent, seed: 9)
      #expect(integers.count == count)
      #expect(Set(integers) == Set(0..<different))
      let strings = UniquenessInput.strings(
        count: count, order: order, duplicatePercent: percent, seed: 9)
      #expect(strings.count == count)
      #expect(Set(strings).count == different)
      switch order {
      case .ascending: #expect(integers == integers.sorted() && strings == strings.sorted())
      case .descending:
        #expect(integers == integers.sorted(by: >) && strings == strings.sorted(by: >))
      case .random where different > 3: #expect(integers != integers.sorted())
      case .random: break
      }
    }
  }

  @Test func `equal seeds give equal inputs, and different seeds give different inputs`() {
    func integers(_ seed: UInt64) -> [Int] {
      UniquenessInput.integers(count: 100, order: .random, duplicatePercent: 20, seed: seed)
    }
    func strings(_ seed: UInt64) -> [String] {
      UniquenessInput.strings(count: 100, order: .random, duplicatePercent: 20, seed: seed)
    }
    #expect(integers(1) == integers(1) && integers(1) != integers(2))
    #expect(strings(1) == strings(1) && strings(1) != strings(2))
    #expect(
      UniquenessInput.randomIntegers(count: 4, below: 100, seed: 1)
        == UniquenessInput.randomIntegers(count: 4, below: 100, seed: 1))
  }

  @Test func `strings are as long as names, or share long prefixes`() {
    let names = UniquenessInput.strings(
      count: 2_000, order: .random, duplicatePercent: 0, seed: 3)
    #expect(names.allSatisfy { (8...24).contains($0.utf8.count) })
    #expect(names.contains { $0.utf8.count <= 15 } && names.contains { $0.utf8.count > 15 })
    let addresses = UniquenessInput.strings(
      count: 20_000, order: .random, duplicatePercent: 0, seed: 3, sharingPrefixes: true)
    #expect(Set(addresses).count == addresses.count)
    let sharing = Dictionary(grouping: addresses) { $0.utf8.prefix(40).map(\.self) }
    #expect(sharing.values.contains { $0.count > 50 })
  }

  @Test func `of random integers below twice their count, about 21 % are repetitions`() {
    let integers = UniquenessInput.randomIntegers(count: 10_000, below: 20_000, seed: 1)
    #expect(integers.allSatisfy { (0..<20_000).contains($0) })
    #expect((2_050...2_200).contains(10_000 - Set(integers).count))
  }

  @Test func `impossible inputs are refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = UniquenessInput.integers(count: -1, order: .random, duplicatePercent: 0, seed: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = UniquenessInput.integers(count: 1, order: .random, duplicatePercent: 101, seed: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = UniquenessInput.randomIntegers(count: 1, below: 0, seed: 0)
    }
  }
}
