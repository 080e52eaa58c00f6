import Searching
import Testing
import UnicodeText

@testable import Shell

@Suite struct SettingTests {
  @Test func `setting names are unique and described`() {
    let keys = SettingCatalog.all.map(\.key)
    #expect(Set(keys).count == keys.count)
    #expect(SettingCatalog.all.allSatisfy { !$0.summary.isEmpty && !$0.values.isEmpty })
  }

  @Test func `every default value is parsed back unchanged`() throws {
    for definition in SettingCatalog.all where definition.key != "editor" {
      var settings = Settings()
      let text = definition.read(settings)
      try SettingCatalog.write(definition.key, text, to: &settings, origin: .set)
      #expect(settings == Settings(), "\(definition.key) \(text)")
    }
  }

  @Test func `every offered value of a setting is accepted and parsed back unchanged`() throws {
    for definition in SettingCatalog.all {
      for candidate in definition.candidates {
        let value = try CommandWords(candidate).words.map(\.text).joined(separator: " ")
        var settings = Settings()
        try SettingCatalog.write(definition.key, value, to: &settings, origin: .rc)
        let text = definition.read(settings)
        var again = Settings()
        try SettingCatalog.write(definition.key, text, to: &again, origin: .rc)
        #expect(again == settings, "\(definition.key) \(text)")
        let isDefault = definition.read(Settings()) == text
        #expect(settings.origins[definition.key] == (isDefault ? nil : .rc))
        #expect(settings.origins.isEmpty == isDefault)
      }
    }
  }

  @Test(arguments: [
    ("strategy", "fuzzy"), ("case", "Ignore"), ("diacritics", ""), ("trim", "yes"),
    ("grammar", "sql"), ("separators", "kamel"), ("fields", ""), ("fields", ","),
    ("regex-engine", "pcre"), ("path", "teleport"), ("format", "xml"), ("limit", "-1"),
    ("limit", "many"), ("limit", "99999999999999999999"), ("context", "1.5"), ("timing", "1"),
    ("pager", "less"), ("color", "blue"), ("width", "0"), ("width", "10001"), ("width", "wide"),
    ("hyperlink", ""),
  ])
  func `a bad value is refused with the allowed values and changes nothing`(
    key: String, value: String
  ) throws {
    var settings = Settings()
    let error = #expect(throws: ShellError.self) {
      try SettingCatalog.write(key, value, to: &settings, origin: .set)
    }
    let definition = try #require(SettingCatalog.named(key))
    let remedy = suggestion(
      for: value, among: definition.candidates, else: "it takes \(definition.values)")
    #expect(error?.message == "\(key) cannot be \(CommandWords.quoted(value))\(remedy)")
    #expect(error?.exitCode == 64)
    #expect(settings == Settings())
  }

  @Test func `an unknown setting suggests a similar one`() {
    let bench = Bench()
    #expect(
      bench.failure(":set formt csv")?.message
        == "no setting is called formt; did you mean format?")
    #expect(
      bench.failure(":set formt")?.message
        == "no setting is called formt; did you mean format?")
  }

  @Test func `searches use the settings`() throws {
    var settings = Settings()
    let changes = [
      ("case", "sensitive"), ("diacritics", "sensitive"), ("trim", "off"), ("grammar", "standard"),
      ("separators", "_ camel"), ("fields", "a,b"), ("path", "scan"),
    ]
    for (key, value) in changes {
      try SettingCatalog.write(key, value, to: &settings, origin: .set)
    }
    var wanted = SearchOptions()
    wanted.caseMode = .sensitive
    wanted.diacritics = .sensitive
    wanted.trims = false
    wanted.grammar = .standard
    wanted.separators = settings.searchOptions.separators
    wanted.fields = ["a", "b"]
    wanted.accessPath = "scan"
    #expect(settings.searchOptions == wanted)
    #expect(settings.searchOptions.separators.description == "_ camel")
  }

  @Test func `:set lists all settings, or shows one with its origin`() throws {
    let bench = Bench()
    let list = try bench.run(":set")
    let keys = list.split(separator: "\n").dropFirst().map { $0.prefix { $0 != " " } }
    #expect(keys.map(String.init) == SettingCatalog.all.map(\.key))
    #expect(
      try bench.run(":set limit")
        == "limit 0  (default 0, from default; takes a whole number from 0)\n")
    #expect(
      try bench.run(":set limit 5", ":set limit")
        == "limit 5  (default 0, from :set; takes a whole number from 0)\n")
    #expect(
      try bench.run(":set limit 0", ":set limit")
        == "limit 0  (default 0, from default; takes a whole number from 0)\n")
  }

  @Test func `fields must exist in a corpus in scope`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":use cities")
    #expect(
      bench.failure(":set fields nmae")?.message
        == "no field in scope is called nmae; did you mean name?")
    #expect(
      bench.failure(":set fields xyzzy")?.message
        == "no field in scope is called xyzzy; the fields are name, also")
    #expect(bench.session.workspace.settings.searchOptions.fields == nil)
    try bench.run(":set fields name,also")
    #expect(bench.session.workspace.settings.searchOptions.fields == ["name", "also"])
    try bench.run(":set fields *")
    #expect(bench.session.workspace.settings.searchOptions.fields == nil)
  }
}
