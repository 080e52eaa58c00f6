/// A line being edited: its text, cursor, kill buffer and undo stack.
///
/// Positions are counted in characters (grapheme clusters).
package struct EditableLine: Sendable, Equatable {
  package private(set) var text: String

  /// The cursor's position in `0...text.count`; other values are clamped.
  package var cursor: Int {
    didSet { cursor = min(max(0, cursor), text.count) }
  }

  private static let maximumUndoneBytes = 1 << 24

  /// The text that was cut most recently.
  private var cut = ""
  private var undone: [State] = []
  private var last = Change.none

  private struct State: Equatable, Sendable {
    let text: String
    let cursor: Int
  }

  /// The type of the last change; consecutive changes of the same type can be combined.
  private enum Change: Equatable, Sendable {
    case none
    case insertion
    case cut
    case other
  }

  /// Creates a line with the cursor at its end.
  package init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  /// Replaces the whole line and moves the cursor to its end; the change can be undone.
  package mutating func replace(with text: String) {
    if text.utf8.elementsEqual(self.text.utf8) {
      cursor = text.count
      return
    }
    remember(.other)
    self.text = text
    cursor = text.count
  }

  /// Applies an editing key, as in Emacs; returns false if `key` is not an editing key.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  package mutating func apply(_ key: Key) -> Bool {
    switch key {
    case .text(let typed): insert(typed, joining: true)
    case .paste(let pasted): insert(pasted, joining: false)
    case .left, .control("b"): move(to: cursor - 1)
    case .right, .control("f"): move(to: cursor + 1)
    case .home, .control("a"): move(to: 0)
    case .end, .control("e"): move(to: text.count)
    case .wordLeft, .alt("b"): move(to: wordStart)
    case .wordRight, .alt("f"): move(to: wordEnd)
    case .backspace, .control("h"): remove(cursor - 1..<cursor)
    case .delete, .control("d"): remove(cursor..<cursor + 1)
    case .control("k"): cut(cursor..<text.count)
    case .control("u"): cut(0..<text.count)
    case .control("w"), .altBackspace: cut(wordStart..<cursor)
    case .control("y"): insert(cut, joining: false)
    case .control("_"): undo()
    default: return false
    }
    return true
  }

  private func index(_ place: Int) -> String.Index { text.index(text.startIndex, offsetBy: place) }

  private mutating func move(to place: Int) {
    cursor = place
    last = .none
  }

  // MARK: Changes

  /// Saves the line for undo; does nothing if the change continues the previous change.
  private mutating func remember(_ change: Change, isJoined: Bool = false) {
    defer { last = change }
    if isJoined && last == change { return }
    undone.append(State(text: text, cursor: cursor))
    // Each undo state is a copy of the line, so keep fewer states for a very long line.
    let maximumCount = min(1_000, max(8, Self.maximumUndoneBytes / max(1, text.utf8.count)))
    if undone.count > maximumCount { undone.removeFirst(undone.count - maximumCount) }
  }

  private mutating func undo() {
    last = .none
    guard let state = undone.popLast() else { return }
    text = state.text
    cursor = state.cursor
  }

  /// Inserts text; undo removes typed text word by word.
  private mutating func insert(_ added: String, joining: Bool) {
    if added.isEmpty { return }
    let place = index(cursor)
    let beginsWord =
      added.first.map(\.isWhitespace) == true && place > text.startIndex
      && !text[text.index(before: place)].isWhitespace
    remember(joining ? .insertion : .other, isJoined: joining && !beginsWord)
    let end = text.utf8.distance(from: text.startIndex, to: place) + added.utf8.count
    text.insert(contentsOf: added, at: place)
    moveCursorPast(end)
  }

  private mutating func remove(_ range: Range<Int>, _ change: Change = .other) {
    let range = range.clamped(to: 0..<text.count)
    if range.isEmpty { return }
    remember(change)
    let start = index(range.lowerBound)
    let offset = text.utf8.distance(from: text.startIndex, to: start)
    text.removeSubrange(start..<index(range.upperBound))
    moveCursorPast(offset)
  }

  /// Cuts a range; consecutive cuts are joined and pasted together.
  private mutating func cut(_ range: Range<Int>) {
    if range.isEmpty { return }
    let removed = String(text[index(range.lowerBound)..<index(range.upperBound)])
    let continuesCut = last == .cut
    let isBackward = range.upperBound == cursor
    cut = !continuesCut ? removed : isBackward ? removed + cut : cut + removed
    remove(range, .cut)
  }

  /// Moves the cursor to the position after the first `offset` bytes.
  ///
  /// If inserted text has combined with a neighboring character into one grapheme cluster, the
  /// cursor moves after this cluster.
  private mutating func moveCursorPast(_ offset: Int) {
    var place = 0
    var bytes = 0
    for character in text {
      if bytes >= offset { break }
      bytes += character.utf8.count
      place += 1
    }
    cursor = place
  }

  // MARK: Words

  /// Whether a character is part of a word, by the same rule as in libedit.
  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "*?_-.[]~=".contains(character)
  }

  private var wordStart: Int {
    let before = text[..<index(cursor)].reversed()
    let blanks = before.prefix { !Self.isWord($0) }.count
    return cursor - blanks - before.dropFirst(blanks).prefix { Self.isWord($0) }.count
  }

  private var wordEnd: Int {
    let tail = text[index(cursor)...]
    let blanks = tail.prefix { !Self.isWord($0) }.count
    return cursor + blanks + tail.dropFirst(blanks).prefix { Self.isWord($0) }.count
  }
}
