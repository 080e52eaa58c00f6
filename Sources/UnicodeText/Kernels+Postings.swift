internal import CKernels

extension Kernels {
  /// Ascending record numbers, of `width` bytes each.
  package struct PostingList: Sendable {
    package let bytes: FrozenBuffer<UInt8>
    package let width: Int

    package init(bytes: FrozenBuffer<UInt8>, width: Int) {
      precondition((1...4).contains(width) && bytes.count % width == 0)
      self.bytes = bytes
      self.width = width
    }

    /// How many numbers there are.
    package var count: Int { bytes.count / width }

    /// The numbers in `range`.
    package subscript(_ range: Range<Int>) -> [UInt32] {
      bytes.withSpan(of: range.lowerBound * width..<range.upperBound * width) { list in
        unsafe list.withUnsafeBufferPointer { list in
          unsafe [UInt32](unsafeUninitializedCapacity: range.count) { room, count in
            // SAFETY: as many numbers are read as lie in the list, and as many written as there is room for.
            unsafe ck_read_records(
              list.baseAddress, range.count, UInt32(width), room.baseAddress)
            count = range.count
          }
        }
      }
    }

    /// Sets the bits of the numbers in `range`.
    ///
    /// - Precondition: no number is so large that it has no bit.
    package func mark(_ range: Range<Int>, in bits: inout MutableSpan<UInt64>) {
      bytes.withSpan(of: range.lowerBound * width..<range.upperBound * width) { list in
        unsafe list.withUnsafeBufferPointer { list in
          unsafe bits.withUnsafeMutableBufferPointer { bits in
            // SAFETY: as many numbers are read as lie in the list; whoever wrote it saw to it that each has a bit.
            unsafe ck_mark_records(
              list.baseAddress, range.count, UInt32(width), bits.baseAddress)
          }
        }
      }
    }
  }

  /// Adds consecutive records, from number `first` on, to the lists and bitmaps of their tokens.
  ///
  /// `cursors`, `lists` and `bitmaps` have the room that the cursors say; no other thread uses the same cursors, places
  /// in lists, or words of bitmaps.
  @unsafe package static func place(
    _ ids: Span<UInt32>, endingAt ends: Span<UInt32>, from first: UInt32,
    by cursors: UnsafeMutablePointer<UInt64>, lists: UnsafeMutablePointer<UInt8>, width: Int,
    bitmaps: UnsafeMutablePointer<UInt64>
  ) {
    unsafe ids.withUnsafeBufferPointer { ids in
      unsafe ends.withUnsafeBufferPointer { ends in
        // SAFETY: the caller's promise; the ends count the ids.
        unsafe ck_place_records(
          ids.baseAddress, ends.baseAddress, ends.count, first, cursors, lists, UInt32(width),
          bitmaps)
      }
    }
  }

  /// The cursor of a token whose records are bits, from a word on.
  package static func bitmapCursor(_ word: Int) -> UInt64 { 1 << 63 | UInt64(word) }

  /// Sets the bits that are set in `others`.
  package static func formUnion(_ bits: inout MutableSpan<UInt64>, _ others: Span<UInt64>) {
    precondition(bits.count == others.count)
    unsafe others.withUnsafeBufferPointer { others in
      unsafe bits.withUnsafeMutableBufferPointer { bits in
        // SAFETY: both have as many words.
        unsafe ck_bits_or(bits.baseAddress, others.baseAddress, others.count)
      }
    }
  }

  /// Clears the bits that are not set in `others`.
  package static func formIntersection(
    _ bits: inout MutableSpan<UInt64>, _ others: Span<UInt64>
  ) {
    precondition(bits.count == others.count)
    unsafe others.withUnsafeBufferPointer { others in
      unsafe bits.withUnsafeMutableBufferPointer { bits in
        // SAFETY: both have as many words.
        unsafe ck_bits_and(bits.baseAddress, others.baseAddress, others.count)
      }
    }
  }

  /// How many bits are set.
  package static func count(_ bits: Span<UInt64>) -> Int {
    // SAFETY: the kernel reads the words and no more.
    unsafe bits.withUnsafeBufferPointer { unsafe ck_bits_count($0.baseAddress, $0.count) }
  }

  /// The places of the set bits, ascending.
  ///
  /// - Precondition: `count` bits are set.
  package static func list(_ bits: Span<UInt64>, count: Int) -> [UInt32] {
    precondition(self.count(bits) == count)
    return unsafe bits.withUnsafeBufferPointer { bits in
      unsafe [UInt32](unsafeUninitializedCapacity: count) { room, written in
        // SAFETY: there is room for as many places as bits are set.
        written = unsafe ck_bits_list(bits.baseAddress, bits.count, room.baseAddress)
      }
    }
  }

  /// Keeps the records whose bit is set.
  package static func keep(_ records: inout [UInt32], in bits: Span<UInt64>) {
    precondition(records.last.map { Int($0) >> 6 < bits.count } ?? true)
    let kept = unsafe bits.withUnsafeBufferPointer { bits in
      unsafe records.withUnsafeMutableBufferPointer { records in
        // SAFETY: the records ascend, and the last has a bit.
        unsafe ck_bits_keep(bits.baseAddress, records.baseAddress, records.count)
      }
    }
    records.removeLast(records.count - kept)
  }
}

extension Array where Element: BitwiseCopyable {
  /// The elements of a span.
  package init(copying elements: Span<Element>) {
    // SAFETY: the array copies the elements before the span ends.
    self = unsafe elements.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
