import Reporting
import System
import Terminal
import TestSupport
import Testing

@testable import Shell

@Suite struct SessionFileTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = try folder.write("red apple\nplum\n", to: "fruit.txt")
  }

  private func bench(isInteractive: Bool = false) -> Bench {
    Bench(
      isInteractive: isInteractive,
      environment: ["SEARCHBENCH_SESSIONS": folder.path + "/state/sessions"])
  }

  private func text(_ name: String) -> String? { folder.text(of: "state/sessions/\(name)") }

  @Test func `a session file is private to its owner, and no other file is left`() throws {
    let bench = bench()
    try bench.run(":load \(path)", ":session save one", ":session save one")
    #expect(
      try folder.run("stat -c '%a %n' state state/sessions state/sessions/.* state/sessions/*")
        .output.split(separator: "\n").filter { !$0.hasSuffix("/..") && !$0.hasSuffix("/.") } == [
          "700 state", "700 state/sessions", "600 state/sessions/one",
        ])
  }

  @Test func `a session saved with the former name of :paths still loads`() throws {
    let first = bench()
    try first.run(":load \(path)", ":paths build --path tokens", ":session save one")
    let saved = try #require(text("one"))
    #expect(saved.contains("\n:paths build"))
    try folder.write(
      saved.replacing(":paths build", with: ":index build"), to: "state/sessions/one")
    let second = bench()
    try second.run(":session load one")
    #expect(second.session.workspace.corpora.first?.indexChoices["tokens"] == true)
    #expect(second.failure(":index build")?.exitCode == 64)
  }

  @Test(arguments: [
    "a/b", "''", ".x", "-- -x", "previous", "'a\u{1B}'", String(repeating: "n", count: 201),
  ])
  func `an invalid session name is refused`(name: String) throws {
    let bench = bench()
    try bench.run(":load \(path)")
    #expect(bench.failure(":session save \(name)")?.exitCode == 64)
    #expect(try folder.run("ls -A state 2> /dev/null").output == "")
  }

  @Test func `the current session can be saved again, another one only with --force`() throws {
    let first = bench()
    try first.run(":load \(path)", ":session save one", ":save q x", ":session save one")
    let second = bench()
    #expect(
      second.failure(":session save one")?.message
        == "there is a session one already: replace it with --force, or choose another name")
    #expect(text("one")?.contains(":save q x") == true)
    try second.run(":session load one", ":session save one", ":session save two")
    let third = bench()
    try third.run(":session save one --force")
    #expect(text("one")?.contains(":load") == false)
    #expect(third.failure(":session load nothing")?.exitCode == 2)
    #expect(
      third.failure(":session load ona")?.message == "there is no session ona; did you mean one?")
    #expect(third.failure(":session load")?.message.hasPrefix("no session was saved yet") == true)
    #expect(third.failure(":session list one")?.exitCode == 64)
    #expect(third.failure(":session remove")?.exitCode == 64)
  }

  @Test func `a failed load changes nothing and reports the location of the error`() throws {
    let bench = bench()
    let other = try folder.write("pear\n", to: "other.txt")
    try bench.run(":load \(path)", ":load \(other)", ":session save one")
    try folder.run("rm other.txt")
    let second = self.bench()
    try second.run(":load \(path) --as mine", ":set limit 2", ":save mine x", "plum")
    let before = (
      second.session.workspace.corpora.map(ObjectIdentifier.init), second.session.workspace.settings
    )
    #expect(second.failure(":session load one")?.exitCode == 2)
    #expect(
      try second.reports(":#").hasPrefix("\(folder.path)/state/sessions/one:25:7: \(other): no"))
    #expect(second.session.workspace.corpora.map(ObjectIdentifier.init) == before.0)
    #expect(second.session.workspace.settings == before.1)
    #expect(second.session.workspace.scope == ["mine"])
    #expect(second.session.workspace.saved.map(\.name) == ["mine"])
    #expect(second.session.cursor.outcome?.rows.count == 1)
    #expect(try second.run(":undo", ":set limit").hasPrefix("limit 0 "))
  }

  @Test func `a session that loads itself is refused`() throws {
    try folder.write(":# searchbench\n:session load own\n", to: "state/sessions/own")
    #expect(bench().failure(":session load own")?.exitCode == 2)
  }

  @Test func `the list of sessions shows the corpora of each session`() throws {
    let bench = bench(isInteractive: true)
    #expect(
      try bench.reports(":session list")
        == "no session is saved yet; :session save NAME saves the current session\n")
    try bench.run(
      ":load \(path)", ":load \(path) --append", ":load \(path) --as=-x", ":save a b",
      ":session save one")
    let rows = try bench.run(":session").split(separator: "\n")
    #expect(rows.count == 2)
    #expect(rows[1].hasPrefix("one "))
    #expect(rows[1].hasSuffix("  1  fruit, -x"))
  }

  @Test func `without a session folder, sessions are not saved, and commands report that`() throws {
    let bench = Bench(isInteractive: true, environment: ["SEARCHBENCH_SESSIONS": ""])
    bench.session.keeper.keepLast()
    try bench.run(":load \(path)")
    bench.session.keeper.keepLast()
    for line in [":session save x", ":session load x", ":session list"] {
      #expect(bench.failure(line)?.message.hasPrefix("sessions are not kept: ") == true)
    }
  }

  @Test(
    arguments: [
      (["SEARCHBENCH_SESSIONS": "here", "XDG_STATE_HOME": "/s"], "here"),
      (["SEARCHBENCH_SESSIONS": ""], nil), (["XDG_STATE_HOME": "/s"], "/s/searchbench/sessions"),
      (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/searchbench/sessions"),
    ] as [(EnvironmentVariables, String?)])
  func `environment variables determine the folder`(
    environment: EnvironmentVariables, folder: String?
  ) {
    #expect(Locations.sessions(environment) == folder)
  }

  // MARK: last

  @Test func `the session named last is saved after changes, but never if it is empty`() throws {
    let bench = bench(isInteractive: true)
    bench.session.keeper.keepLast()
    try bench.run(":set limit 3")
    bench.session.keeper.keepLast()
    #expect(text("last") == nil)
    try bench.run(":load \(path)")
    bench.session.keeper.keepLast()
    #expect(text("last")?.contains(":load \(path) --as fruit") == true)
    try folder.run("rm state/sessions/last")
    try bench.run(":corpora")
    bench.session.keeper.keepLast()
    #expect(text("last") == nil)
    try bench.run("plum")
    bench.session.keeper.keepLast()
    #expect(text("last")?.hasSuffix(":# :substring plum\n") == true)
    try bench.run(":drop *")
    bench.session.keeper.keepLast()
    #expect(text("last")?.contains(":load \(path) --as fruit") == true)
    #expect(text("previous") == nil)
  }

  @Test
  func `the session named last is renamed to previous, unless the new session started from it`()
    throws
  {
    let first = bench(isInteractive: true)
    try first.run(":load \(path) --as one")
    first.session.keeper.keepLast()
    let second = bench(isInteractive: true)
    try second.run(":session load last", ":save q x")
    second.session.keeper.keepLast()
    #expect(text("previous") == nil)
    let third = bench(isInteractive: true)
    try third.run(":load \(path) --as three")
    third.session.keeper.keepLast()
    #expect(text("previous")?.contains(":save q x") == true)
    #expect(text("last")?.contains("--as three") == true)
    try third.run(":session load previous")
    #expect(third.session.workspace.saved.map(\.name) == ["q"])
  }

  @Test func `loading a session keeps the replaced one as previous, and undo restores it`() throws {
    let bench = bench(isInteractive: true)
    try bench.run(":load \(path) --as work", ":session save work", ":session save other")
    try bench.run(":save mine x")
    bench.session.keeper.keepLast()
    try bench.run(":session load work")
    bench.session.keeper.keepLast()
    #expect(text("previous")?.contains(":save mine x") == true)
    #expect(text("last")?.contains(":save mine x") == false)
    try bench.run(":undo")
    #expect(bench.failure(":session save work") != nil)
    try bench.run(":session save other")
    bench.session.keeper.keepLast()
    #expect(text("last")?.contains(":save mine x") == true)
    #expect(text("previous")?.contains(":save mine x") == false)
  }

  @Test func `scripts do not write the session named last`() throws {
    let bench = bench()
    try bench.run(":load \(path)")
    bench.session.keeper.keepLast()
    #expect(text("last") == nil)
  }

  @Test func `a file that is not a session is never overwritten, with one warning`() throws {
    try folder.write("mine\n", to: "state/sessions/last")
    let bench = bench(isInteractive: true)
    try bench.run(":load \(path)")
    bench.session.keeper.keepLast()
    let reports = try bench.reports(":#").replacing("\n", with: " ")
    #expect(reports.contains("sessions/last: the file is not a saved session; --resume"))
    try bench.run("plum")
    bench.session.keeper.keepLast()
    #expect(!(try bench.reports(":#")).contains("--resume"))
    #expect(text("last") == "mine\n")
  }

  @Test func `a session folder that cannot be created is reported once`() throws {
    try folder.write("a file\n", to: "state")
    let bench = bench(isInteractive: true)
    try bench.run(":load \(path)")
    bench.session.keeper.keepLast()
    let reports = try bench.reports(":#").replacing("\n", with: " ")
    #expect(reports.contains("sessions/last: the file cannot be written: not a"))
    try bench.run("plum")
    bench.session.keeper.keepLast()
    #expect(!(try bench.reports(":#")).contains("warning"))
    #expect(bench.failure(":session save one")?.message.hasPrefix("cannot write ") == true)
  }

  @Test func `an empty session does not replace the session named last, even with :session save`()
    throws
  {
    let first = bench()
    try first.run(":load \(path)", ":session save")
    #expect(bench().failure(":session save")?.message.hasPrefix("there is nothing to save") == true)
  }

  @Test func `two processes with the same session keep each other's changes`() throws {
    let origin = bench(isInteractive: true)
    try origin.run(":load \(path)")
    origin.session.keeper.keepLast()
    let (first, second) = (bench(isInteractive: true), bench(isInteractive: true))
    try first.run(":session load")
    try second.run(":session load", ":save two plum")
    second.session.keeper.keepLast()
    #expect(text("previous") == nil)
    try first.run(":save one apple")
    first.session.keeper.keepLast()
    #expect(text("last")?.contains(":save one apple") == true)
    #expect(text("previous")?.contains(":save two plum") == true)
  }

  @Test(arguments: ["q\"q", "'q'", "q\\q"])
  func `a saved query's name cannot contain a quote or a backslash`(name: String) throws {
    #expect(bench().failure(":save \(name) x")?.exitCode == 64)
  }
}
