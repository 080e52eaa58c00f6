import Terminal
import TestSupport
import Testing

@testable import Shell

@Suite struct FaultPlaceTests {
  /// Runs a script that fails and returns the location of its error.
  private func place(of lines: [String], _ prepare: String...) throws -> String {
    let bench = Bench.withCorpora()
    for line in prepare { try bench.run(line) }
    _ = try bench.reports(":#")
    var source = Script.continued(ScriptLines(lines, source: "s"))
    #expect(try Script(session: bench.session).run(&source) != 0)
    let shown = try bench.reports(":#")
    return shown.split(separator: ": ").first.map(String.init) ?? ""
  }

  @Test(arguments: [
    ("  :xyzzy", "s:1:3"), (":regex (", "s:1:8"), (":regex é[z-a]", "s:1:10"),
    ("\t:regex   a**", "s:1:12"),
    (":within (", "s:1:1"), (":use fruit nobody", "s:1:12"),
    (":use 'nobody'", "s:1:6"), (":set limit x", "s:1:12"), (":set  nothing 1", "s:1:7"),
    (":set nothing", "s:1:6"), (":set fields nme", "s:1:13"), (":load --nope x", "s:1:7"),
    (":load /nonexistent/x", "s:1:7"), (":load x --type=xml", "s:1:16"),
    (":load 'open", "s:1:7"), (":load /nonexistent/é '", "s:1:22"), (":run nope", "s:1:6"),
    (":save", "s:1:1"), (":save prefix x", "s:1:7"), (":save --quoted x \"\\y\"", "s:1:19"),
    (":source /nonexistent/f", "s:1:9"), (":quit 256", "s:1:7"), (":show 3-2", "s:1:7"),
    (":quit now", "s:1:7"), (":paths build --path=nope", "s:1:21"), (":undo", "s:1:1"),
    (":set limit minus one", "s:1:12"),
    (":runs nope", "s:1:1"), (":session load a/b", "s:1:15"), (":diff prefx regex", "s:1:7"),
  ])
  func `an error names the column of its cause`(line: String, expected: String) throws {
    #expect(try place(of: [line]) == expected)
  }

  @Test func `in continued lines, an error names the line and column of its cause`() throws {
    #expect(try place(of: ["", ":use fruit \\", " nobody"]) == "s:3:2")
    #expect(try place(of: [":regex ab\\", "cd**\\", "x"]) == "s:2:3")
    #expect(try place(of: [":regex ab\\", "\\", "[z-a]"]) == "s:3:2")
    #expect(try place(of: [":set li\\", "mit x"]) == "s:2:5")
    #expect(try place(of: [":regex a**\\"]) == "s:1:9")
  }

  @Test func `an error in a plain query names the column of its cause`() throws {
    #expect(try place(of: ["ab [z-a]"], ":set strategy regex") == "s:1:5")
    #expect(try place(of: ["  a**"], ":set strategy regex") == "s:1:4")
  }

  @Test func `an error in a saved query names the column of the command`() throws {
    #expect(try place(of: [" :run bad"], ":regex", ":save bad x(y") == "s:1:2")
  }
}
