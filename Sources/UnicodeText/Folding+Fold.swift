extension Folding {
  /// Folds `text` and appends the result to `output`.
  ///
  /// Folding decomposes the text, drops marks and folds case as the options specify, and then
  /// recomposes the text. `text` must be valid UTF-8, except for the bytes of `Separator`.
  /// Separator bytes are copied unchanged, and the text on each side of a separator is folded
  /// separately.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes; O(*m* log *m*) within a run of *m*
  ///   marks.
  package func fold(_ text: Span<UInt8>, into output: inout GrowableBuffer<UInt8>) {
    var folder: SegmentFolder?
    var at = Kernels.fold(text, from: 0, by: self, into: &output)
    while at < text.count {
      let end = at + Kernels.foldingSegment(of: text, at: at, by: self)
      var current = folder ?? SegmentFolder(self)
      folder = nil
      current.fold(at..<end, of: text)
      for piece in current.pieces { output.append(scalar: piece.scalar) }
      folder = current
      at = Kernels.fold(text, from: end, by: self, into: &output)
    }
  }

  /// The folded UTF-8 of `text`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package func fold(_ text: String) -> [UInt8] {
    var output = GrowableBuffer<UInt8>(capacity: text.utf8.count + 64)
    fold(text.utf8.span, into: &output)
    return output.array()
  }
}
