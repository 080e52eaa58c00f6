internal import UnicodeText

/// The part of a cell that is shown in so many cells: around the hit in focus, else from the start.
///
/// The hit stands after about a third of the room, so that what precedes it can be read; where the text after it is
/// short, more of what is before is shown. Cut ends get an ellipsis. The width never exceeds the room.
struct Snippet {
  /// The cells it takes, ellipses included.
  let width: Int

  private let line: GlyphLine
  private let glyphs: Range<Int>
  private let before: String
  private let after: String

  /// Fits the glyphs of `line` into `room` cells.
  ///
  /// - Complexity: O(*n*) in the number of glyphs.
  init(_ line: GlyphLine, room: Int, style: TerminalStyle) {
    self.line = line
    // Where an ellipsis would leave nothing to see, text is cut without one.
    let ellipsis = room >= 2 * style.ellipsisWidth + 2 ? style.ellipsisWidth : 0
    let fit = SnippetFit(line, room: max(0, room), ellipsis: ellipsis)
    glyphs = fit.range
    before = ellipsis > 0 && fit.isCutBefore ? style.ellipsis : ""
    after = ellipsis > 0 && fit.isCutAfter ? style.ellipsis : ""
    width = fit.width
  }

  /// The numbers of the hits that can be seen.
  var hits: Set<Int> { line.hits(in: glyphs) }

  /// The text without styles or marks.
  var plainText: String { line.glyphs[glyphs].reduce(into: before) { $0 += $1.text } + after }

  /// The cells, from 0, in which the glyphs of a hit stand, as far as they can be seen.
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

/// Choosing which glyphs are shown.
private struct SnippetFit {
  private let line: GlyphLine
  private let room: Int
  private let ellipsis: Int

  private(set) var range: Range<Int>

  /// The cells of the glyphs in `range`.
  private var used = 0

  init(_ line: GlyphLine, room: Int, ellipsis: Int) {
    self.line = line
    self.room = room
    self.ellipsis = ellipsis
    let start = line.focus.lowerBound
    range = start..<start
    extendForward(while: line.focus.upperBound)
    extendBackward(atMost: max(0, room - used) / 3)
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

  /// Takes glyphs behind the range, up to `end`, as long as they fit.
  private mutating func extendForward(while end: Int) {
    var wider = range
    var cells = used
    while wider.upperBound < end {
      cells += line.glyphs[wider.upperBound].width
      wider = wider.lowerBound..<wider.upperBound + 1
      if cells > room { return }
      if width(wider, cells) <= room {
        range = wider
        used = cells
      }
    }
  }

  /// Takes glyphs before the range, at most `limit` cells of them, as long as they fit.
  private mutating func extendBackward(atMost limit: Int) {
    let start = used
    var wider = range
    var cells = used
    while wider.lowerBound > 0 {
      cells += line.glyphs[wider.lowerBound - 1].width
      wider = wider.lowerBound - 1..<wider.upperBound
      if cells > room || cells - start > limit { return }
      if width(wider, cells) <= room {
        range = wider
        used = cells
      }
    }
  }
}
