import Testing

@testable import Shell

@Suite struct SettingOptionTests {
  private func settings(_ words: [String]) throws -> [String: String] {
    guard case .values(let request) = try SearchRequest.form.parse(words + ["q"], at: .program)
    else { throw ShellError.usage("help was asked for") }
    return request.settings.texts
  }

  @Test func `every setting is an option of the search subcommand`() throws {
    for definition in SettingCatalog.all {
      let value = definition.candidates.last ?? "7"
      #expect(try settings(["--" + definition.key, value]) == [definition.key: value])
      #expect(try settings(["--\(definition.key)=\(value)"]) == [definition.key: value])
      if let short = definition.short {
        #expect(try settings([short, value]) == [definition.key: value])
      }
      for flag in definition.flags {
        for name in flag.names { #expect(try settings([name]) == [definition.key: flag.value]) }
      }
    }
    #expect(try settings([]).isEmpty)
  }

  @Test func `the last of several values is used`() throws {
    #expect(try settings(["-i", "-S"]) == ["case": "smart"])
    #expect(try settings(["--case", "sensitive", "-i"]) == ["case": "ignore"])
    #expect(try settings(["-C2", "--context", "3"]) == ["context": "3"])
  }
}
