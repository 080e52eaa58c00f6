internal import UnicodeText

/// The glyphs of a range of a cell, with the hits in the range marked.
struct GlyphLine {
  private(set) var glyphs: [Glyph] = []

  /// Whether text before the first glyph was omitted.
  private(set) var omitsBefore = false

  /// Whether text after the last glyph was omitted.
  private(set) var omitsAfter = false

  /// The range of the glyphs of the hit that must be visible; `0..<0` if no hit must be visible.
  private(set) var focus = 0..<0

  private let style: TerminalStyle
  private let currentHit: Int?

  /// Reads all of `cell`.
  ///
  /// - Complexity: O(*n*).
  init(_ cell: Span<UInt8>, _ marks: [MarkedRange], _ style: TerminalStyle, currentHit: Int?) {
    self.init(
      cell, marks, style, currentHit: currentHit, window: 0..<cell.count, cells: .max, focus: nil)
  }

  /// Reads only as much text around `focus` as can be visible in `cells` terminal cells.
  ///
  /// - Complexity: O(`cells` + *h*), where *h* is the number of hits; the length of `cell` has no
  ///   effect.
  init(
    _ cell: Span<UInt8>, _ marks: [MarkedRange], _ style: TerminalStyle, currentHit: Int?,
    cells: Int, focus: MarkedRange?
  ) {
    // Read four bytes per terminal cell before the hit, which is enough for any script; a longer
    // grapheme cluster is truncated.
    let start = focus.map { min($0.range.lowerBound, cell.count) } ?? 0
    var lower = max(0, start - 4 * cells - 16)
    while lower < start, cell[lower] & 0xC0 == 0x80 { lower += 1 }
    var upper = min(cell.count, start + 16 * cells + 64)
    while upper > start, upper < cell.count, cell[upper] & 0xC0 == 0x80 { upper -= 1 }
    self.init(
      cell, marks, style, currentHit: currentHit, window: lower..<max(lower, upper), cells: cells,
      focus: focus)
  }

  private init(
    _ cell: Span<UInt8>, _ marks: [MarkedRange], _ style: TerminalStyle, currentHit: Int?,
    window: Range<Int>, cells: Int, focus: MarkedRange?
  ) {
    self.style = style
    self.currentHit = currentHit
    omitsBefore = window.lowerBound > 0
    omitsAfter = window.upperBound < cell.count
    read(cell, window, marks, cells: cells, from: focus?.range.lowerBound ?? 0)
    closeHits()
    if let number = focus?.number, let first = glyphs.firstIndex(where: { $0.hit == number }) {
      let last = glyphs.lastIndex { $0.hit == number } ?? first
      self.focus = first..<last + 1
    }
  }

  /// Appends the glyphs of `window`; stops when the glyphs after the offset `start` fill `cells`
  /// terminal cells.
  private mutating func read(
    _ cell: Span<UInt8>, _ window: Range<Int>, _ marks: [MarkedRange], cells: Int, from start: Int
  ) {
    var mark = 0
    var offset = window.lowerBound
    var used = 0
    for character in Self.text(cell, window) {
      let end = offset + character.utf8.count
      while mark < marks.count, marks[mark].range.upperBound <= offset { mark += 1 }
      var glyph = style.glyph(character)
      if mark < marks.count, marks[mark].range.lowerBound < end {
        glyph.hit = marks[mark].number
        let beganBefore = glyphs.isEmpty && marks[mark].range.lowerBound < offset
        glyph.opensHit = glyphs.last?.hit != glyph.hit && !beganBefore
      }
      glyphs.append(glyph)
      offset = end
      if end > start { used += glyph.width }
      if used > cells, offset < cell.count {
        omitsAfter = true
        break
      }
    }
  }

  /// Sets `closesHit` on the last glyph of each hit, and adds the widths of the brackets around
  /// hits.
  private mutating func closeHits() {
    for index in glyphs.indices {
      guard let hit = glyphs[index].hit else { continue }
      let isLast = index + 1 == glyphs.count ? !omitsAfter : glyphs[index + 1].hit != hit
      glyphs[index].closesHit = isLast
      let widths = style.markWidths(role(of: hit))
      if glyphs[index].opensHit { glyphs[index].width += widths.before }
      if isLast { glyphs[index].width += widths.after }
    }
  }

  private func role(of hit: Int) -> TextRole { hit == currentHit ? .currentHit : .hit }

  /// The text of the window; value separators become newlines.
  private static func text(_ cell: Span<UInt8>, _ window: Range<Int>) -> String {
    var bytes = GrowableBuffer<UInt8>(capacity: window.count)
    bytes.append(cell, in: window) {
      $0 == Separator.value
    } _: { _, bytes in
      bytes.append(0x0A)
    }
    return bytes.text()
  }
}

extension GlyphLine {
  /// The total width in cells.
  var width: Int { glyphs.reduce(0) { $0 + $1.width } }

  /// The indices of the hits that overlap `range`, among the hits of the row.
  func hits(in range: Range<Int>) -> Set<Int> { Set(glyphs[range].compactMap(\.hit)) }

  /// Appends the glyphs of `range`; text outside of hits has the role `base`.
  func append(
    _ range: Range<Int>, to bytes: inout GrowableBuffer<UInt8>, base: TextRole = .plain
  ) {
    var last: Int?
    var isOpen = false
    for glyph in glyphs[range] {
      if isOpen, glyph.hit != last, style.hasStyles {
        bytes.append(style.closing(last.map { role(of: $0) } ?? base))
        isOpen = false
      }
      if style.hasStyles {
        if !isOpen { bytes.append(style.opening(glyph.hit.map { role(of: $0) } ?? base)) }
        isOpen = true
      } else if glyph.opensHit, let hit = glyph.hit {
        style.open(role(of: hit), &bytes)
      }
      bytes.append(glyph.text)
      if !style.hasStyles, glyph.closesHit, let hit = glyph.hit {
        style.close(role(of: hit), &bytes)
      }
      last = glyph.hit
    }
    if isOpen { bytes.append(style.closing(last.map { role(of: $0) } ?? base)) }
  }
}
