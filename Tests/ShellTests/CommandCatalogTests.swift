import Testing

@testable import Shell

@Suite struct CommandCatalogTests {
  @Test func `names and short forms are unique and in lower case`() {
    let names = CommandCatalog.all.map(\.name) + CommandCatalog.all.compactMap(\.short)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("a"..."z").contains($0) } })
    #expect(CommandCatalog.all.allSatisfy { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") })
  }

  @Test(arguments: [
    ("s", "substring"), ("p", "prefix"), ("b", "bool"), ("r", "regex"), ("n", "next"),
    ("h", "help"), ("q", "quit"),
  ])
  func `each short form finds its command`(short: String, name: String) throws {
    for allowsPrefixes in [false, true] {
      #expect(try CommandCatalog.find(short, allowsPrefixes: allowsPrefixes).name == name)
    }
  }

  @Test func `every name finds its own command`() throws {
    for entry in CommandCatalog.all {
      #expect(try CommandCatalog.find(entry.name, allowsPrefixes: false).name == entry.name)
    }
  }

  @Test
  func `every unique prefix finds its command only if prefixes are allowed`() {
    let names = CommandCatalog.all.map(\.name)
    for name in names {
      for length in 1..<name.count {
        let beginning = String(name.prefix(length))
        if CommandCatalog.exact(beginning) != nil { continue }
        let candidates = names.filter { $0.hasPrefix(beginning) }
        let found = try? CommandCatalog.find(beginning, allowsPrefixes: true).name
        #expect(found == (candidates.count == 1 ? name : nil), "\(beginning)")
        #expect(throws: ShellError.self) {
          try CommandCatalog.find(beginning, allowsPrefixes: false)
        }
      }
    }
  }

  @Test func `an ambiguous prefix lists its matches`() {
    let error = #expect(throws: ShellError.self) {
      try CommandCatalog.find("sa", allowsPrefixes: true)
    }
    #expect(error?.message == ":sa could be :save :saved; type one more letter")
    #expect(error?.exitCode == 64)
  }

  @Test(arguments: [
    ("lod", "there is no command :lod; did you mean :load?"),
    ("exprot", "there is no command :exprot; did you mean :export?"),
    ("EXPORT", "there is no command :EXPORT; did you mean :export?"),
    ("xyzzy", "there is no command :xyzzy; :help lists them"),
  ])
  func `an unknown command suggests a similar one`(name: String, message: String) {
    let error = #expect(throws: ShellError.self) {
      try CommandCatalog.find(name, allowsPrefixes: true)
    }
    #expect(error?.message == message)
    #expect(error?.exitCode == 64)
  }
}
