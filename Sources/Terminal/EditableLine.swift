/// A line being edited: text, cursor, what was cut last, and what undo brings back.
///
/// Places are counted in characters as a person sees them.
public struct EditableLine: Sendable, Equatable {
  public private(set) var text: String

  /// The cursor's place, in `0...text.count`; a value outside is brought to the nearest end.
  public var cursor: Int {
    didSet { cursor = min(max(0, cursor), text.count) }
  }

  private static let mostUndoneBytes = 1 << 24

  /// What was cut last.
  private var cut = ""
  private var undone: [State] = []
  private var last = Change.none

  private struct State: Equatable, Sendable {
    let text: String
    let cursor: Int
  }

  /// What the key before did: keys that do the same go together.
  private enum Change: Equatable, Sendable {
    case none
    case insertion
    case cut
    case other
  }

  /// A line with the cursor at its end.
  public init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  /// Puts `text` in the place of the whole line, with the cursor at its end; undo brings it back.
  public mutating func replace(with text: String) {
    if text.utf8.elementsEqual(self.text.utf8) {
      cursor = text.count
      return
    }
    remember(.other)
    self.text = text
    cursor = text.count
  }

  /// Does what `key` does in an emacs-like editor; false if it is no key of one.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  public mutating func apply(_ key: Key) -> Bool {
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

  /// Keeps the line as it is for undo, unless the change goes on with the one before.
  private mutating func remember(_ change: Change, isJoined: Bool = false) {
    defer { last = change }
    if isJoined && last == change { return }
    undone.append(State(text: text, cursor: cursor))
    // Of a line of megabytes fewer states are kept, for each is a copy.
    let most = min(1_000, max(8, Self.mostUndoneBytes / max(1, text.utf8.count)))
    if undone.count > most { undone.removeFirst(undone.count - most) }
  }

  private mutating func undo() {
    last = .none
    guard let state = undone.popLast() else { return }
    text = state.text
    cursor = state.cursor
  }

  /// Undo takes back what was typed word by word.
  private mutating func insert(_ added: String, joining: Bool) {
    if added.isEmpty { return }
    let place = index(cursor)
    let beginsWord =
      added.first.map(\.isWhitespace) == true && place > text.startIndex
      && !text[text.index(before: place)].isWhitespace
    remember(joining ? .insertion : .other, isJoined: joining && !beginsWord)
    let end = text.utf8.distance(from: text.startIndex, to: place) + added.utf8.count
    text.insert(contentsOf: added, at: place)
    moveBehind(end)
  }

  private mutating func remove(_ range: Range<Int>, _ change: Change = .other) {
    let range = range.clamped(to: 0..<text.count)
    if range.isEmpty { return }
    remember(change)
    let start = index(range.lowerBound)
    let offset = text.utf8.distance(from: text.startIndex, to: start)
    text.removeSubrange(start..<index(range.upperBound))
    moveBehind(offset)
  }

  /// What is cut by one key after another is put back as a whole.
  private mutating func cut(_ range: Range<Int>) {
    if range.isEmpty { return }
    let removed = String(text[index(range.lowerBound)..<index(range.upperBound)])
    let goesOn = last == .cut
    let isBackward = range.upperBound == cursor
    cut = !goesOn ? removed : isBackward ? removed + cut : cut + removed
    remove(range, .cut)
  }

  /// Puts the cursor behind the first `offset` bytes, or behind the character that reaches over
  /// that place: what is put together may have become one.
  private mutating func moveBehind(_ offset: Int) {
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

  /// As at the prompt, where libedit counts these to a word.
  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "*?_-.[]~=".contains(character)
  }

  private var wordStart: Int {
    let before = text[..<index(cursor)].reversed()
    let blanks = before.prefix { !Self.isWord($0) }.count
    return cursor - blanks - before.dropFirst(blanks).prefix { Self.isWord($0) }.count
  }

  private var wordEnd: Int {
    let behind = text[index(cursor)...]
    let blanks = behind.prefix { !Self.isWord($0) }.count
    return cursor + blanks + behind.dropFirst(blanks).prefix { Self.isWord($0) }.count
  }
}
