import Testing

@testable import Contenders

@Suite struct ContenderCatalogTests {
  @Test func `names are unique words and summaries are sentences`() {
    let all = ContenderCatalog.all
    #expect(Set(all.map(\.name)).count == all.count)
    for contender in all {
      #expect(contender.name.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(contender.summary.hasSuffix("."))
      #expect(contender.dialect?.hasPrefix("it ") ?? true)
      #expect(contender.dialect?.hasSuffix(".") != true)
    }
  }

  @Test func `every strategy has a contender`() {
    #expect(
      Set(ContenderCatalog.all.flatMap(\.strategies)) == ["substring", "prefix", "bool", "regex"])
  }
}
