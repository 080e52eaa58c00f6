import Testing

@testable import System

@Suite struct EnvironmentVariablesTests {
  @Test func `an environment variable is found only by its whole name`() {
    let variables = EnvironmentVariables(entries: [
      "HOME=/h", "HOMEPAGE=p", "EMPTY=", "odd", "A=b=c",
    ])
    #expect(variables["HOME"] == "/h")
    #expect(variables["HOMEPAGE"] == "p")
    #expect(variables["EMPTY"] == "")
    #expect(variables["A"] == "b=c")
    for name in ["HOM", "odd", "EMPT", "home", ""] {
      #expect(variables[name] == nil)
    }
  }

  @Test func `the command-line arguments are read without the standard library`() {
    let arguments = Platform.arguments()
    #if canImport(Glibc)
    #expect(arguments == CommandLine.arguments)
    #else
    #expect(arguments.isEmpty)
    #endif
  }

  @Test func `a combining mark after the equals sign belongs to the value`() {
    #expect(EnvironmentVariables(entries: ["X=\u{301}y"])["X"] == "\u{301}y")
  }

  @Test func `the first of two variables with the same name is used and changed`() {
    var variables = EnvironmentVariables(entries: ["A=1", "B=2", "A=3"])
    #expect(variables["A"] == "1")
    variables["A"] = "4"
    variables["C"] = "5"
    variables["B"] = nil
    #expect(variables.entries == ["A=4", "A=3", "C=5"])
  }

  @Test func `a dictionary and a literal make the same environment`() {
    let literal: EnvironmentVariables = ["A": "1", "B": "2"]
    #expect(EnvironmentVariables(["A": "1", "B": "2"]).entries.sorted() == literal.entries)
  }

  @Test func `the environment of this process includes PATH`() throws {
    #expect(try #require(Platform.environment()["PATH"]).isEmpty == false)
  }
}
