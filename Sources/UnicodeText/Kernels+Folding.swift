internal import CKernels

extension Folding {
  /// The number that identifies this folding in the kernel's tables.
  var mode: UInt32 { (ignoresCase ? 1 : 0) | (ignoresDiacritics ? 2 : 0) }
}

extension Kernels {
  /// The non-ASCII scalars that fold to text that contains the given ASCII character, in ascending
  /// order.
  static func foldSources(of character: UInt8, under folding: Folding) -> [UInt32] {
    let capacity = 128
    return unsafe [UInt32](unsafeUninitializedCapacity: capacity) { buffer, count in
      // SAFETY: the kernel writes at most as many elements as fit into the buffer.
      count = unsafe ck_fold_sources(character, folding.mode, buffer.baseAddress, capacity)
    }
  }

  /// The parts of those scalars in a range that have a decomposition or, if case is ignored, a case
  /// folding.
  ///
  /// `parts[i]` is a part of `scalars[i]`.
  ///
  /// A part is a scalar of the decomposition or of the decomposed case folding.
  static func changedParts(
    in range: ScalarRange, ignoringCase ignoresCase: Bool
  ) -> (parts: [UInt32], scalars: [UInt32]) {
    // This capacity suffices, because few scalars of a range have more than two parts.
    let capacity = 4 * range.count + 64
    var count = 0
    var parts: [UInt32] = []
    let scalars = unsafe [UInt32](unsafeUninitializedCapacity: capacity) { scalars, written in
      parts = unsafe [UInt32](unsafeUninitializedCapacity: capacity) { parts, written in
        // SAFETY: the kernel writes at most `capacity` elements to each buffer.
        count = unsafe ck_changed_parts(
          range.lowerBound, range.upperBound, ignoresCase ? 1 : 0, parts.baseAddress,
          scalars.baseAddress, capacity)
        written = count
      }
      written = count
    }
    precondition(count < capacity, "a scalar has too many parts")
    return (parts, scalars)
  }

  /// The English name of the script with this number.
  static func scriptName(_ number: Int) -> String {
    // SAFETY: the kernel returns a constant string that ends in a zero byte, for every number.
    unsafe String(cString: ck_script_name(UInt32(clamping: number)))
  }

  /// The short name, such as "Lu", of the general category with this number.
  static func categoryName(_ number: UInt32) -> String {
    // SAFETY: the kernel returns a constant string that ends in a zero byte, for every number.
    unsafe String(cString: ck_category_name(number))
  }

  /// Folds `text` from `start` on, appends the result to `output`, and returns the offset where
  /// folding stopped.
  ///
  /// Folding stops before the first segment that needs normalization, or at the end of `text`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes from `start`.
  static func fold(
    _ text: Span<UInt8>, from start: Int, by folding: Folding,
    into output: inout GrowableBuffer<UInt8>
  ) -> Int {
    var at = start
    var capacity = text.count - start + 64
    while at < text.count {
      var reason: Int32 = 0
      // SAFETY: the kernel reads `text` from `at` on and writes at most `capacity` bytes.
      unsafe text.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe output.append(upTo: capacity) { space in
          let step = unsafe ck_fold(
            base + at, bytes.count - at, folding.mode, space.baseAddress, capacity)
          at += step.consumed
          reason = step.reason
          return step.written
        }
      }
      if reason == Int32(ck_fold_needs_normalization) { break }
      // Increase the capacity on every iteration, so that even a very long segment eventually fits.
      capacity += capacity / 2
    }
    return at
  }

  /// Folds about one megabyte of `text`, from `at` on, and appends the result to `output`.
  ///
  /// Returns whether folding stopped before a segment that needs normalization. The records of
  /// `text` end at the offsets in `ends`. For each folded record, the function writes its end
  /// offset in `output` to `folded`. Earlier calls have already written the first `noted` of these
  /// offsets.
  ///
  /// - Precondition: `folded` has at least as many elements as `ends`.
  @unsafe static func foldRecords(
    _ text: Span<UInt8>, from at: inout Int, by folding: Folding,
    into output: inout GrowableBuffer<UInt8>, endingAt ends: Span<UInt32>,
    _ folded: UnsafeMutableBufferPointer<UInt32>, _ noted: inout Int
  ) -> Bool {
    let before = at
    var step = ck_fold_step()
    // The maximum number of output bytes; only a segment that does not fit increases it.
    var limit = 1 << 20
    repeat {
      let capacity = min(text.count - at + 64, limit)
      output.reserve(capacity)
      // SAFETY: `text` and `ends` outlive the call. The kernel writes only to the `capacity` bytes
      // reserved in the output and to the allocated entries of `folded`.
      unsafe text.withUnsafeBufferPointer { bytes in
        unsafe ends.withUnsafeBufferPointer { ends in
          var state = unsafe ck_fold_ends(
            ends: ends.baseAddress, folded: folded.baseAddress, count: ends.count, done: noted)
          step = unsafe ck_fold_records(
            bytes.baseAddress, bytes.count, at, folding.mode, output.base, output.used,
            output.used + capacity, &state)
          noted = unsafe state.done
        }
      }
      at = step.consumed
      output.used = step.written
      limit *= 2
    } while at == before && step.reason == Int32(ck_fold_needs_capacity)
    return step.reason == Int32(ck_fold_needs_normalization)
  }

  /// The length in bytes of the segment that begins at `start`.
  ///
  /// A segment is a scalar and all following scalars that can combine with it.
  static func foldingSegment(of text: Span<UInt8>, at start: Int, by folding: Folding) -> Int {
    precondition(start >= 0 && start < text.count)
    // SAFETY: the span outlives the call; at least one byte follows `start`.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe ck_fold_segment(base + start, bytes.count - start, folding.mode)
    }
  }
}

extension Folding {
  /// Folds consecutive records, appends the folded text to `output`, and writes the end of each
  /// folded record to `folded`.
  ///
  /// `text` is valid UTF-8, except for the bytes of `Separator`. `part` consists of whole records,
  /// which end at the offsets `ends`. The ends of the folded records are offsets into `output`.
  ///
  /// - Returns: false if folding was canceled; cancellation is checked after every megabyte.
  /// - Precondition: `folded` has at least as many elements as `ends`; `output` stays below 4 GiB.
  /// - Complexity: O(*n*), where *n* is the number of bytes; O(*m* log *m*) within a run of *m*
  ///   marks.
  @unsafe package func foldRecords(
    _ text: Span<UInt8>, in part: Range<Int>, endingAt ends: Span<UInt32>,
    into output: inout GrowableBuffer<UInt8>,
    endingAt folded: UnsafeMutableBufferPointer<UInt32>, isCancelled: () -> Bool
  ) -> Bool {
    precondition(part.lowerBound >= 0 && part.upperBound <= text.count)
    precondition(folded.count >= ends.count)
    let text = text.extracting(0..<part.upperBound)
    var folder = SegmentFolder(self)
    var noted = 0
    var at = part.lowerBound
    while at < text.count {
      if isCancelled() { return false }
      let needsNormalization = unsafe Kernels.foldRecords(
        text, from: &at, by: self, into: &output, endingAt: ends, folded, &noted)
      if !needsNormalization { continue }
      let end = at + Kernels.foldingSegment(of: text, at: at, by: self)
      folder.fold(at..<end, of: text)
      for piece in folder.pieces { output.append(scalar: piece.scalar) }
      at = end
    }
    return true
  }
}
