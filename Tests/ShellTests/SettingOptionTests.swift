import Testing

@testable import Shell

@Suite struct SettingOptionTests {
  private func settings(_ words: [String]) throws -> NamedValues<String> {
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

  @Test func `every subcommand that writes results has the options for a terminal`() {
    let names = CommandForm.ofSubcommands
      .filter { $0.name != "corpus generate" }
      .map { form in (form.name, Set(form.options.flatMap(\.names))) }
      .filter { $0.1.contains("--output") }
    for (command, options) in names {
      let missing = ["--color", "--no-pager", "--width"].filter { !options.contains($0) }
      #expect(missing.isEmpty, "\(command)")
    }
    #expect(names.count > 20)
  }

  @Test func `the last of several values is used`() throws {
    #expect(try settings(["-i", "-S"]) == ["case": "smart"])
    #expect(try settings(["--case", "sensitive", "-i"]) == ["case": "ignore"])
    #expect(try settings(["-C2", "--context", "3"]) == ["context": "3"])
  }
}

extension NamedValues: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, Value)...) {
    self.init()
    for (name, value) in elements { self[name] = value }
  }
}
