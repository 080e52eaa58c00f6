extension Folding {
  /// Folds `text` to the end of `output`: decomposed, marks dropped, case folded, composed.
  ///
  /// `text` is valid UTF-8, in which the bytes of `Separator` stay as they are and end one text and
  /// begin the next.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes; O(*m* log *m*) within a run of *m*
  ///   marks.
  public func fold(_ text: Span<UInt8>, into output: inout GrowableBuffer<UInt8>) {
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
  public func fold(_ text: String) -> [UInt8] {
    var output = GrowableBuffer<UInt8>(capacity: text.utf8.count + 64)
    fold(text.utf8.span, into: &output)
    return output.array()
  }
}

extension GrowableBuffer {
  /// A copy of the elements.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  package func array() -> [Element] {
    // SAFETY: the room is as large as this buffer, and all of it is initialised.
    unsafe [Element](unsafeUninitializedCapacity: count) { room, initialized in
      let elements = unsafe UnsafeBufferPointer(start: base, count: count)
      initialized = unsafe room.initialize(from: elements).index
    }
  }
}
