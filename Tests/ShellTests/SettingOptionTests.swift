import ArgumentParser
import Testing

@testable import Shell

@Suite struct SettingOptionTests {
  @Test func `every setting is an option of the command line, and no option is missing`() throws {
    for definition in SettingCatalog.all {
      let value = definition.candidates.last ?? "7"
      let arguments = try SettingArguments.parse(["--" + definition.key, value])
      let given = try arguments.values()
      #expect(given.map(\.key) == [definition.key])
      #expect(given.map(\.value) == [value])
    }
    #expect(try SettingArguments.parse([]).values().isEmpty)
  }

  @Test func `the two flags for case exclude each other`() throws {
    #expect(try SettingArguments.parse(["-i"]).values().map(\.value) == ["ignore"])
    #expect(try SettingArguments.parse(["-S"]).values().map(\.value) == ["smart"])
    let error = #expect(throws: ShellError.self) {
      try SettingArguments.parse(["-i", "-S"]).values()
    }
    #expect(error?.exitCode == 64)
  }
}
