import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests that keys move over and delete whole grapheme clusters.
@Suite struct ClusterEditingTests {
  /// A character of three scalars between two letters.
  private static let accented = "ae\u{301}\u{302}b"
  private static let flag = "a🇩🇪b"
  private static let family = "a👩‍👩‍👧"

  /// The keys that a test presses, and the line that they produce.
  private static let edits: [([String], String)] = [
    ([accented, Keys.left, Keys.left, "Z"], "aZe\u{301}\u{302}b"),
    ([flag, Keys.left, Keys.left, "Z"], "aZ🇩🇪b"),
    ([family, Keys.backspace, "Q"], "aQ"),
    ([accented, Keys.control("b"), Keys.left, Keys.control("f"), "Z"], "ae\u{301}\u{302}Zb"),
    ([accented, Keys.control("h"), Keys.control("h"), "Q"], "aQ"),
    ([accented, Keys.control("a"), Keys.control("f"), Keys.control("d"), "Q"], "aQb"),
    ([flag, Keys.home, Keys.right, Keys.delete, "Q"], "aQb"),
    ([family, Keys.home, Keys.right, Keys.right, Keys.right, "Q"], "a👩‍👩‍👧Q"),
    ([accented, Keys.left, Keys.control("t"), "Z"], "abe\u{301}\u{302}Z"),
    ([accented, Keys.control("t"), "Z"], "abe\u{301}\u{302}Z"),
    (["x", Keys.home, Keys.control("t"), Keys.left, Keys.backspace, "Z"], "Zx"),
  ]

  @Test(arguments: edits)
  func `keys move by and delete whole characters`(keys: [String], line: String) throws {
    let demo = try Demo.start()
    demo.enter(keys.joined())
    try demo.expectLine(line)
  }

  private static let counted: [([String], String)] = [
    (["abcdef", "\u{1B}3", Keys.left, "X"], "abcXdef"),
    ([accented, flag, "\u{1B}4", Keys.control("b"), "X"], "ae\u{301}\u{302}Xba🇩🇪b"),
    ([accented, flag, "\u{1B}4", Keys.backspace, "X"], "ae\u{301}\u{302}X"),
    ([accented, flag, Keys.home, "\u{1B}2", Keys.control("d"), "X"], "Xba🇩🇪b"),
    ([accented, "\u{1B}20", Keys.left, "X"], "Xae\u{301}\u{302}b"),
  ]

  @Test(arguments: counted)
  func `a numeric argument counts characters`(keys: [String], line: String) throws {
    let demo = try Demo.start()
    demo.enter(keys.joined())
    try demo.expectLine(line)
  }

  @Test func `Ctrl-D ends the input only in an empty line`() throws {
    let demo = try Demo.start()
    demo.enter("x" + Keys.control("d"))
    try demo.expectLine("x")
    demo.enter("x" + Keys.home + Keys.control("d"))
    try demo.expectLine("")
    demo.press(Keys.control("d"))
    try demo.expect("^D")
    try demo.expect("end of input")
    #expect(try demo.expectEnd() == .exited(0))
  }

  /// Keys in vi's insert mode, and the line that they produce; `.` repeats an insertion.
  private static let viEdits: [([String], String)] = [
    ([flag, Keys.left, Keys.left, "Z"], "aZ🇩🇪b"),
    ([accented, Keys.left, Keys.backspace, "Q"], "aQb"),
    ([accented, Keys.left, Keys.left, Keys.delete, "Q"], "aQb"),
    (["abc def", Keys.escape, "biX", Keys.backspace, "Y", Keys.escape, "0."], "Yabc Ydef"),
    (["abcdef", Keys.escape, "02lx"], "abdef"),
  ]

  @Test(arguments: viEdits)
  func `in vi mode, keys move by and delete whole characters`(keys: [String], line: String) throws {
    let folder = try TemporaryFolder()
    let demo = try Demo.start(["EDITRC": try folder.file("editrc", "bind -v\n")])
    demo.enter(keys.joined())
    try demo.expectLine(line)
  }

  @Test func `the user's bindings and macros are obeyed`() throws {
    let folder = try TemporaryFolder()
    let bindings = #"""
      bind ^B ed-move-to-beg
      bind -s ^X "abc\e[D\e[DZ"

      """#
    let demo = try Demo.start(["EDITRC": try folder.file("editrc", bindings)])
    demo.enter("xy" + Keys.control("b") + "Z")
    try demo.expectLine("Zxy")
    demo.enter("x" + Keys.control("x"))
    try demo.expectLine("xaZbc")
  }

  @Test func `Backspace in a search deletes a whole character`() throws {
    let demo = try Demo.start()
    demo.enter("xylophone")
    try demo.expectLine("xylophone")
    demo.press(Keys.control("r"), "xe\u{301}\u{302}", Keys.backspace)
    try demo.expectRow("search 'x': xylophone")
    demo.press("\r")
    try demo.expectLine("xylophone")
  }
}
