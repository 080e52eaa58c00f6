/// Folds one segment of text scalar by scalar, and records the source bytes of each folded scalar.
///
/// The kernel does not fold a segment in which the folding of a scalar depends on adjacent scalars;
/// this type folds such segments. Examples are decomposed Hangul syllables, and letters with marks
/// that compose or must be reordered. The buffers are reused for the next segment.
struct SegmentFolder {
  /// A scalar during folding, and its source bytes in the original text.
  struct Piece {
    var scalar: UInt32
    var combiningClass: UInt8
    var source: Range<Int>

    init(_ scalar: UInt32, from source: Range<Int>) {
      self.scalar = scalar
      self.combiningClass = ScalarProperties(of: scalar).combiningClass
      self.source = source
    }
  }

  let folding: Folding

  /// The folded segment; valid until the next call of `fold`.
  private(set) var pieces: [Piece] = []
  private var spare: [Piece] = []

  init(_ folding: Folding) { self.folding = folding }

  /// Folds the segment in `range` of `text`, and stores the result in `pieces`.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of bytes of the segment.
  mutating func fold(_ range: Range<Int>, of text: Span<UInt8>) {
    pieces.removeAll(keepingCapacity: true)
    var at = range.lowerBound
    while at < range.upperBound {
      let (scalar, length) = UTF8Text.scalar(at: at, in: text)
      ScalarMapping.decompose(scalar) { pieces.append(Piece($0, from: at..<at + length)) }
      at += length
    }
    sortMarks()
    if folding.ignoresDiacritics {
      pieces.removeAll { ScalarProperties(of: $0.scalar).isDroppedMark }
    }
    if folding.ignoresCase { foldCase() }
    // Sort again: the marks before and after a dropped starter now form one run, and case folding
    // can turn a mark into a letter.
    sortMarks()
    compose()
  }

  private mutating func foldCase() {
    swap(&pieces, &spare)
    pieces.removeAll(keepingCapacity: true)
    for piece in spare {
      ScalarMapping.foldCase(piece.scalar) { folded in
        ScalarMapping.decompose(folded) { pieces.append(Piece($0, from: piece.source)) }
      }
    }
  }

  /// Sorts every run of marks into canonical order, which is a stable sort by combining class.
  private mutating func sortMarks() {
    var start = 0
    while start < pieces.count {
      if pieces[start].combiningClass == 0 {
        start += 1
        continue
      }
      var end = start + 1
      var isSorted = true
      while end < pieces.count && pieces[end].combiningClass != 0 {
        isSorted = isSorted && pieces[end - 1].combiningClass <= pieces[end].combiningClass
        end += 1
      }
      if !isSorted {
        // Compare the offsets of marks with equal classes, because the standard library does not
        // guarantee a stable sort.
        let marks = pieces[start..<end].enumerated().sorted { a, b in
          (a.element.combiningClass, a.offset) < (b.element.combiningClass, b.offset)
        }
        pieces.replaceSubrange(start..<end, with: marks.lazy.map(\.element))
      }
      start = end
    }
  }

  private mutating func compose() {
    var starter: Int?
    var lastClass: UInt8 = 0
    var written = 0
    for index in pieces.indices {
      let piece = pieces[index]
      if let starter {
        // The starter and the current scalar compose only if each scalar between them is a mark
        // with a lower combining class than the current scalar.
        let isNext = written == starter + 1
        let isFree = isNext || (lastClass != 0 && lastClass < piece.combiningClass)
        if isFree, let whole = ScalarMapping.composite(pieces[starter].scalar, piece.scalar) {
          pieces[starter].scalar = whole
          let source = pieces[starter].source
          let low = min(source.lowerBound, piece.source.lowerBound)
          pieces[starter].source = low..<max(source.upperBound, piece.source.upperBound)
          continue
        }
      }
      if piece.combiningClass == 0 { starter = written }
      lastClass = piece.combiningClass
      pieces[written] = piece
      written += 1
    }
    pieces.removeSubrange(written...)
  }
}
