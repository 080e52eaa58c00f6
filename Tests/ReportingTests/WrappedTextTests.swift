import Reporting
import Testing
import UnicodeText

@Suite struct WrappedTextTests {
  private let style = TerminalStyle(width: 80)

  private func lines(_ text: StyledText, _ width: Int) -> [String] {
    text.wrapped(style, width: width).map { $0.rendered(style) }
  }

  @Test func `lines break between words`() {
    #expect(lines("one two three", 80) == ["one two three"])
    #expect(lines("one two three", 13) == ["one two three"])
    #expect(lines("one two three", 12) == ["one two", "three"])
    #expect(lines("one two  three", 7) == ["one two", "three"])
    #expect(lines("one two three", 1) == ["one", "two", "three"])
    #expect(lines("漢字 漢字", 8) == ["漢字", "漢字"])
    #expect(lines("", 1) == [""])
  }

  @Test func `a word of several styles is not broken`() {
    let text = StyledText("see ") + StyledText("warn", .warning) + StyledText("ing, then")
    let wrapped = text.wrapped(style, width: 9)
    #expect(wrapped.map(\.plain) == ["see", "warning,", "then"])
    #expect(wrapped[1].runs.map(\.role) == [.warning, .plain])
  }

  @Test func `escaped text is wrapped at its displayed width`() {
    let text = StyledText("a\u{1B}\u{1B} b")
    let shown = text.rendered(style)
    #expect(shown.utf8.count > 6)
    #expect(lines(text, shown.utf8.count) == [shown])
    #expect(lines(text, shown.utf8.count - 1).count == 2)
  }

  @Test(arguments: 1...40 as ClosedRange)
  func `wrapping loses no word, and no line is too long`(width: Int) {
    let words = "1,204 records · 1,377 hits · 12.4 ms (parse 0.02 · plan 0.01) · substring · scan"
    let lines = lines(StyledText(words), width)
    #expect(lines.joined(separator: " ") == words)
    for line in lines { #expect(CellWidth.width(of: line) <= width || !line.contains(" ")) }
  }
}
