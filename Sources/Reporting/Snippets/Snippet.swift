internal import UnicodeText

/// The part of a cell's text that fits a given width: the text around the focused hit, or the start
/// of the cell if there is no hit.
///
/// The hit starts after about a third of the width, so that the text before the hit is readable. If
/// the text after the hit is short, more text before the hit is shown. Each truncated end gets an
/// ellipsis. The snippet is never wider than the given width.
struct Snippet {
  /// The width in cells, including ellipses.
  let width: Int

  private let line: GlyphLine
  private let glyphs: Range<Int>
  private let before: String
  private let after: String

  /// Fits the glyphs of `line` into `availableCells` cells.
  ///
  /// - Complexity: O(*n*) in the number of glyphs.
  init(_ line: GlyphLine, availableCells: Int, style: TerminalStyle) {
    self.line = line
    // Omit the ellipses if there would be no space for text.
    let ellipsis = availableCells >= 2 * style.ellipsisWidth + 2 ? style.ellipsisWidth : 0
    let fit = SnippetFit(line, availableCells: max(0, availableCells), ellipsis: ellipsis)
    glyphs = fit.range
    before = ellipsis > 0 && fit.isCutBefore ? style.ellipsis : ""
    after = ellipsis > 0 && fit.isCutAfter ? style.ellipsis : ""
    width = fit.width
  }

  /// The numbers of the visible hits.
  var hits: Set<Int> { line.hits(in: glyphs) }

  /// The text without styles and brackets.
  var plainText: String { line.glyphs[glyphs].reduce(into: before) { $0 += $1.text } + after }

  /// The range of terminal cells, counted from 0, that the visible part of a hit occupies.
  func cells(ofHit number: Int) -> Range<Int> {
    var start = CellWidth.width(of: before)
    var width = 0
    for glyph in line.glyphs[glyphs] {
      if glyph.hit == number {
        width += glyph.width
      } else if width == 0 {
        start += glyph.width
      } else {
        break
      }
    }
    return start..<start + width
  }

  func append(to bytes: inout GrowableBuffer<UInt8>, base: TextRole = .plain) {
    bytes.append(before)
    line.append(glyphs, to: &bytes, base: base)
    bytes.append(after)
  }
}

/// Chooses the visible glyphs.
private struct SnippetFit {
  private let line: GlyphLine
  private let availableCells: Int
  private let ellipsis: Int

  private(set) var range: Range<Int>

  /// The width of the glyphs in `range`, in cells.
  private var used = 0

  init(_ line: GlyphLine, availableCells: Int, ellipsis: Int) {
    self.line = line
    self.availableCells = availableCells
    self.ellipsis = ellipsis
    let start = line.focus.lowerBound
    range = start..<start
    extendForward(while: line.focus.upperBound)
    extendBackward(atMost: max(0, availableCells - used) / 3)
    extendForward(while: line.glyphs.count)
    extendBackward(atMost: .max)
  }

  var isCutBefore: Bool { range.lowerBound > 0 || line.omitsBefore }
  var isCutAfter: Bool { range.upperBound < line.glyphs.count || line.omitsAfter }
  var width: Int { width(range, used) }

  private func width(_ range: Range<Int>, _ used: Int) -> Int {
    let cutBefore = range.lowerBound > 0 || line.omitsBefore
    let cutAfter = range.upperBound < line.glyphs.count || line.omitsAfter
    return used + (cutBefore ? ellipsis : 0) + (cutAfter ? ellipsis : 0)
  }

  /// Extends the range forward, up to `end`, while the glyphs fit.
  private mutating func extendForward(while end: Int) {
    var wider = range
    var cells = used
    while wider.upperBound < end {
      cells += line.glyphs[wider.upperBound].width
      wider = wider.lowerBound..<wider.upperBound + 1
      if cells > availableCells { return }
      if width(wider, cells) <= availableCells {
        range = wider
        used = cells
      }
    }
  }

  /// Extends the range backward by at most `limit` cells, while the glyphs fit.
  private mutating func extendBackward(atMost limit: Int) {
    let start = used
    var wider = range
    var cells = used
    while wider.lowerBound > 0 {
      cells += line.glyphs[wider.lowerBound - 1].width
      wider = wider.lowerBound - 1..<wider.upperBound
      if cells > availableCells || cells - start > limit { return }
      if width(wider, cells) <= availableCells {
        range = wider
        used = cells
      }
    }
  }
}
