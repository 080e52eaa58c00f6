import Terminal
import TestSupport
import Testing
import UnicodeText

private let family = "👨‍👩‍👧"

/// The text of a line with a vertical bar at the cursor.
private func drawn(_ line: EditableLine) -> String {
  var text = line.text
  text.insert("|", at: text.index(text.startIndex, offsetBy: line.cursor))
  return text
}

private func line(_ drawn: String) -> EditableLine {
  var line = EditableLine(drawn.replacing("|", with: ""))
  line.cursor = drawn.prefix { $0 != "|" }.count
  return line
}

@Suite struct EditableLineTests {
  @Test(
    arguments: [
      ("|", [.text("a")], "a|"), ("a|c", [.text("b")], "ab|c"), ("a|", [.paste("x\ny")], "ax\ny|"),
      ("漢|字", [.text("é")], "漢é|字"), ("e|", [.text("\u{301}")], "e\u{301}|"),
      ("👨|", [.text("\u{200D}"), .text("👧")], "👨‍👧|"),
      ("ab|c", [.left], "a|bc"), ("|abc", [.left], "|abc"), ("ab|c", [.control("b")], "a|bc"),
      ("ab|c", [.right], "abc|"), ("abc|", [.right], "abc|"), ("a|bc", [.control("f")], "ab|c"),
      ("a\(family)|", [.left], "a|\(family)"), ("a|e\u{301}x", [.right], "ae\u{301}|x"),
      ("ab|c", [.home], "|abc"), ("ab|c", [.control("a")], "|abc"), ("a|bc", [.end], "abc|"),
      ("a|bc", [.control("e")], "abc|"),
      ("one two|", [.wordLeft], "one |two"), ("one |two", [.alt("b")], "|one two"),
      ("one| two x", [.wordRight], "one two| x"), ("|one two", [.alt("f")], "one| two"),
      ("a (b.c)|", [.wordLeft], "a (|b.c)"), ("漢字 かな|", [.wordLeft], "漢字 |かな"),
      ("ab|c", [.backspace], "a|c"), ("|abc", [.backspace], "|abc"),
      ("ab|c", [.control("h")], "a|c"),
      ("\(family)|x", [.backspace], "|x"), ("ae\u{301}|", [.backspace], "a|"),
      ("a|bc", [.delete], "a|c"), ("abc|", [.delete], "abc|"), ("|漢字", [.control("d")], "|字"),
      ("a|\(family)b", [.delete], "a|b"), ("|", [.control("d")], "|"),
      ("a\r\n|b", [.backspace], "a|b"),
      ("one| two", [.control("k")], "one|"), ("one| two", [.control("u")], "|"),
      ("one two|", [.control("w")], "one |"), ("one two|", [.altBackspace], "one |"),
      ("one two  |x", [.control("w")], "one |x"), ("foo-bar|", [.control("w")], "|"),
      ("one two|", [.control("w"), .home, .control("y")], "two|one "),
      ("one two|", [.control("w"), .control("w"), .control("y")], "one two|"),
      ("a|b", [.control("k"), .control("u"), .control("y")], "ab|"),
      ("one two|", [.control("w"), .left, .control("w"), .control("y")], "one| "),
      ("ab|", [.control("y")], "ab|"),
      ("|", [.text("one"), .text(" two"), .control("_")], "one|"),
      ("|", [.text("o"), .text("n"), .text("e"), .control("_")], "|"),
      ("one two|", [.control("w"), .control("w"), .control("_"), .control("_")], "one two|"),
      ("|", [.text("a"), .left, .text("b"), .control("_")], "|a"),
      ("ab|", [.backspace, .backspace, .control("_")], "a|"), ("ab|", [.control("_")], "ab|"),
      ("a|b", [.paste("xy"), .control("_")], "a|b"), ("|ab", [.backspace, .control("_")], "|ab"),
    ] as [(String, [Key], String)])
  func `an editing key changes the line as at the prompt`(
    before: String, keys: [Key], after: String
  ) {
    var line = line(before)
    for key in keys {
      let isTaken = line.apply(key)
      #expect(isTaken)
    }
    #expect(drawn(line) == after)
  }

  @Test(
    arguments: [
      .control("n"), .control("p"), .control("t"), .control("o"), .control("c"), .control("z"),
      .control("s"), .control("l"), .control("r"), .alt("c"), .alt("d"), .tab, .backTab, .enter,
      .altEnter, .escape, .up, .down, .pageUp, .pageDown,
    ] as [Key])
  func `a key that does not edit is not consumed`(key: Key) {
    var line = line("one| two")
    let isTaken = line.apply(key)
    #expect(!isTaken)
    #expect(drawn(line) == "one| two")
  }

  @Test func `undo restores a replaced line`() {
    var line = line("one| two")
    line.replace(with: "three")
    #expect(drawn(line) == "three|")
    line.replace(with: "three")
    _ = line.apply(.control("_"))
    #expect(drawn(line) == "one| two")
  }

  @Test func `the cursor follows typed text, even if that text combines with the next character`() {
    var line = EditableLine("\u{301}x")
    line.cursor = 0
    _ = line.apply(.text("e"))
    #expect(line.text == "e\u{301}x")
    #expect(line.cursor == 1)
  }

  @Test func `a cursor outside the line is clamped`() {
    var line = EditableLine("漢字")
    line.cursor = 9
    #expect(line.cursor == 2)
    line.cursor = -1
    #expect(line.cursor == 0)
  }

  @Test(arguments: [
    ("|", 10, "", 0), ("abc|", 10, "abc", 3), ("a|bc", 10, "abc", 1), ("abc|", 4, "abc", 3),
    ("abcd|", 4, "bcd", 3), ("|abcdef", 4, "abcd", 0), ("abc|def", 4, "abcd", 3),
    ("abcd|ef", 4, "bcde", 3), ("abcdefghij|klmnopqrst", 8, "efghijkl", 6),
    ("a\nb\r\nc|", 10, "a↵b↵c", 5), ("a\u{1B}b|", 10, "a^[b", 4),
    ("\u{202E}|", 10, "\\u{202E}", 8), ("漢字|", 10, "漢字", 4), ("漢字|", 4, "字", 2),
    ("漢|字", 3, "字", 0), ("a漢|", 3, "漢", 2), ("a|漢", 3, "a漢", 1), ("|漢", 1, "", 0),
    ("漢|", 1, "", 0), ("ab|", 1, "", 0), ("|ab", 1, "a", 0), ("a|b", 1, "b", 0), ("ab|", 0, "", 0),
    ("\(family)\(family)|", 5, "\(family)\(family)", 4),
    ("\(family)\(family)|", 4, family, 2), ("e\u{301}e\u{301}|", 3, "e\u{301}e\u{301}", 2),
  ])
  func `the visible window of a line contains the cursor`(
    drawn: String, cells: Int, text: String, column: Int
  ) {
    let window = line(drawn).window(cells: cells)
    #expect(window.text == text)
    #expect(window.cursorColumn == column)
  }

  @Test func `after random keys, the cursor is in the line and in its visible window`() {
    var random = SeededGenerator(seed: 11)
    let keys: [Key] = [
      .text("a"), .text(" "), .text("漢"), .text("\u{301}"), .text("\u{200D}"), .text("👧"),
      .text("🇩"), .paste("x\ny"), .paste("\u{202E}"), .left, .right, .wordLeft, .wordRight, .home,
      .end,
      .backspace, .delete, .control("k"), .control("u"), .control("w"), .control("y"),
      .control("_"),
    ]
    var line = EditableLine()
    for _ in 0..<4_000 {
      let isTaken = line.apply(random.pick(keys))
      #expect(isTaken)
      #expect((0...line.text.count).contains(line.cursor))
      let cells = random.below(12)
      let window = line.window(cells: cells)
      #expect(CellWidth.width(of: window.text) <= cells)
      #expect((0..<max(1, cells)).contains(window.cursorColumn))
      if line.text.count < 40 { continue }
      for _ in 0..<1_000 { _ = line.apply(.control("_")) }
      #expect(line.text.isEmpty)
      line = EditableLine()
    }
  }
}
