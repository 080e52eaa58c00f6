import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

@Suite struct RecallTests {
  private func started(_ environment: [String: String] = [:]) throws -> Pseudoterminal {
    let demo = try Demo.start(environment)
    for line in ["alpha one", "beta", "alpha two", "漢字 three", "beta"] {
      demo.enter(line)
      try demo.expectLine("\(line)")
    }
    return demo
  }

  @Test func `Up and Down step through the lines without duplicates`() throws {
    let demo = try started()
    for line in ["beta", "漢字 three", "alpha two", "alpha one", "alpha one"] {
      demo.press(Keys.up)
      try demo.expectCursor(after: "demo> \(line)")
    }
    for line in ["alpha two", "漢字 three", "beta", ""] {
      demo.press(Keys.down)
      try demo.expectCursor(after: "demo> \(line)")
    }
  }

  @Test func `Up finds lines with the typed prefix, and Down returns to the typed text`() throws {
    let demo = try started()
    demo.type("al")
    demo.press(Keys.up)
    try demo.expectCursor(after: "demo> alpha two")
    demo.press(Keys.up)
    try demo.expectCursor(after: "demo> alpha one")
    demo.press(Keys.down, Keys.down)
    try demo.expectCursor(after: "demo> al")
    demo.press(Keys.control("u"), "*", Keys.up, "\r")
    try demo.expectLine("*")
  }

  @Test(arguments: ["", "bind -v\n"])
  func `Ctrl-R searches incrementally, in every keymap`(settings: String) throws {
    let folder = try TemporaryFolder()
    let editrc = try folder.file("editrc", settings)
    let demo = try started(["EDITRC": editrc])
    demo.press(Keys.control("r"))
    demo.type("one")
    try demo.expectRow("search 'one': alpha one")
    demo.press(Keys.backspace, Keys.backspace, Keys.backspace)
    demo.type("ALPHA")
    try demo.expectRow("no match for 'ALPHA': alpha two")
    demo.press(Keys.control("g"))
    try demo.expectCursor(after: "demo> ")
    demo.press(Keys.control("r"))
    demo.type("alp")
    try demo.expectRow("search 'alp': alpha two")
    demo.press(Keys.control("r"))
    try demo.expectRow("search 'alp': alpha one")
    demo.press(Keys.control("s"))
    try demo.expectRow("search 'alp': alpha two")
    demo.press("\r")
    try demo.expectLine("alpha two")
    demo.press(Keys.control("r"))
    demo.type("字")
    try demo.expectRow("search '字': 漢字 three")
    demo.press(Keys.home)
    try demo.expectCursor(after: "demo> ")
    demo.enter("3 ")
    try demo.expectLine("3 漢字 three")
  }

  @Test func `Ctrl-C cancels a search`() throws {
    let demo = try started()
    demo.press(Keys.control("r"))
    demo.type("one")
    try demo.expectRow("search 'one': alpha one")
    demo.press(Keys.control("c"))
    try demo.expect("interrupted")
    try demo.expectCursor(after: "demo> ")
  }

  @Test func `Escape in vi mode takes effect immediately, and the editor's own keys still work`()
    throws
  {
    let folder = try TemporaryFolder()
    let editrc = try folder.file("editrc", "# mine\nother:bind -e\nsearchbench:bind -v\n")
    let demo = try started(["EDITRC": editrc])
    demo.type("xbc" + Keys.escape)
    try demo.expectScreen("the cursor on c") { $0.textBeforeCursor == "demo> xb" }
    demo.type("0rai!")
    try demo.expectCursor(after: "demo> !")
    demo.press(Keys.end, "漢", Keys.controlLeft, Keys.right, "-", "\r")
    try demo.expectLine("!a-bc漢")
    demo.type("al" + Keys.up)
    try demo.expectCursor(after: "demo> alpha two")
    demo.press(Keys.control("u"), Keys.paste("a\nb"), Keys.altEnter, "c")
    try demo.expectCursor(after: "c")
    demo.press("\r")
    try demo.expectLine("a\nb\nc")
    demo.type("ga" + Keys.tab)
    try demo.expectCursor(after: "demo> gam")
  }

  @Test func `key bindings of the user are not replaced`() throws {
    let folder = try TemporaryFolder()
    let editrc = try folder.file(
      "editrc", "bind -v\nbind -e\nbind ^T ed-move-to-beg\nbind ^R ed-move-to-end\n")
    let demo = try Demo.start(["EDITRC": editrc])
    demo.type("bc" + Keys.control("t") + "a" + Keys.control("r") + "d\r")
    try demo.expectLine("abcd")
  }
}
