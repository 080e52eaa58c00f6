import Testing
import UniquingContenders

@Suite struct ContenderTests {
  @Test func `names are distinct words and summaries are sentences`() {
    let names = ContenderCatalog.all.map(\.name)
    #expect(Set(names).count == names.count)
    for contender in ContenderCatalog.all {
      #expect(contender.name.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(contender.summary.hasSuffix("."))
      #expect(contender.uniqueInts != nil || contender.uniqueStrings != nil)
      #expect(ContenderCatalog.named(contender.name)?.summary == contender.summary)
    }
    #expect(ContenderCatalog.named("none") == nil)
    #expect(ContenderCatalog.named("bit-set")?.uniqueStrings == nil)
  }

  @Test(arguments: ContenderCatalog.all.map(\.name), ElementOrder.allCases)
  func `contenders agree with the reference`(name: String, order: ElementOrder) throws {
    let contender = try #require(ContenderCatalog.named(name))
    for count in [0, 1, 2, 16, 17, 100, 400] {
      for percent in [0, 21, 50, 90, 100] {
        let integers = UniquenessInput.integers(
          count: count, order: order, duplicatePercent: percent, seed: 4)
        check(contender, contender.uniqueInts, integers)
        let strings = UniquenessInput.strings(
          count: count, order: order, duplicatePercent: percent, seed: 4,
          sharingPrefixes: count == 100)
        check(contender, contender.uniqueStrings, strings)
      }
    }
  }

  @Test(arguments: ContenderCatalog.all.map(\.name))
  func `contenders keep unusual elements`(name: String) throws {
    let contender = try #require(ContenderCatalog.named(name))
    let edges = [0, -1, .min, .max, 1 << 30, (1 << 30) - 1, -1, 1 << 40, .max, 0, 63, 64]
    check(contender, contender.uniqueInts, edges + edges.reversed())
    let texts = ["é", "e\u{301}", "", "\0", "e", "a name of é that is long", "", "🙂", "é"]
    check(contender, contender.uniqueStrings, texts)
  }

  private func check<Element: Comparable>(
    _ contender: UniquingContender, _ unique: (([Element]) -> [Element])?, _ input: [Element]
  ) {
    guard let unique else { return }
    let expected = Reference.unique(input)
    let answer = unique(input)
    if contender.keepsOrder {
      #expect(answer == expected, "\(contender.name)")
    } else {
      #expect(answer.sorted() == expected.sorted(), "\(contender.name)")
    }
  }
}
