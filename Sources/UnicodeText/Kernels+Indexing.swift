internal import CKernels

extension Kernels {
  /// A list of ascending record numbers; each number has `width` bytes.
  package struct PostingList: Sendable {
    package let bytes: FrozenBuffer<UInt8>
    package let width: Int

    package init(bytes: FrozenBuffer<UInt8>, width: Int) {
      precondition((1...4).contains(width) && bytes.count % width == 0)
      self.bytes = bytes
      self.width = width
    }

    /// The number of record numbers in the list.
    package var count: Int { bytes.count / width }

    /// The record numbers at the indices in `range`.
    package subscript(_ range: Range<Int>) -> [UInt32] {
      var records: [UInt32] = []
      records.reserveCapacity(range.count)
      forEach(in: range) { records.append($0) }
      return records
    }

    /// Sets the bits of the record numbers at the indices in `range`.
    ///
    /// - Precondition: `bits` has a bit for each of these record numbers.
    package func mark(_ range: Range<Int>, in bits: inout MutableSpan<UInt64>) {
      unsafe bits.withUnsafeMutableBufferPointer { bits in
        // SAFETY: the caller guarantees that `bits` has a bit for each record number.
        forEach(in: range) { unsafe bits[Int($0 &>> 6)] |= 1 &<< UInt64($0) }
      }
    }

    @inline(__always)
    private func forEach(in range: Range<Int>, _ body: (UInt32) -> Void) {
      switch width {  // A constant width in each call specializes the loop.
      case 1: forEach(in: range, width: 1, body)
      case 2: forEach(in: range, width: 2, body)
      case 3: forEach(in: range, width: 3, body)
      default: forEach(in: range, width: 4, body)
      }
    }

    @inline(__always)
    private func forEach(in range: Range<Int>, width: Int, _ body: (UInt32) -> Void) {
      precondition(range.lowerBound >= 0 && range.upperBound * width <= bytes.count)
      unsafe bytes.withUnsafeBufferPointer { bytes in
        var at = range.lowerBound * width
        let end = range.upperBound * width
        while at < end {
          // SAFETY: `width` bytes follow `at`, because the length of the list is a multiple of
          // `width`.
          var number = unsafe UInt32(bytes[at])
          if width > 1 { unsafe number |= UInt32(bytes[at &+ 1]) &<< 8 }
          if width > 2 { unsafe number |= UInt32(bytes[at &+ 2]) &<< 16 }
          if width > 3 { unsafe number |= UInt32(bytes[at &+ 3]) &<< 24 }
          body(number)
          at &+= width
        }
      }
    }
  }

  /// The bit of a cursor that is set if the token's records are in a bitmap.
  ///
  /// The other bits are then the index of the bitmap's first word.
  private static let bitmapFlag: UInt64 = 1 << 63

  /// Adds consecutive records to the posting lists and bitmaps of their tokens; the first record
  /// has the number `first`.
  ///
  /// The token numbers of each record are the `ids` between two consecutive `ends`. The cursor of a
  /// token is the index of its next entry in `lists`; each added record increments the cursor. If a
  /// token has a bitmap instead of a list, its cursor is the result of `bitmapCursor`, and does not
  /// change. `cursors`, `lists` and `bitmaps` must be as large as the cursors require. No other
  /// thread may use the same cursors, list entries, or bitmap words.
  @unsafe package static func place(
    _ ids: Span<UInt32>, endingAt ends: Span<UInt32>, from first: UInt32,
    by cursors: UnsafeMutablePointer<UInt64>, lists: UnsafeMutablePointer<UInt8>, width: Int,
    bitmaps: UnsafeMutablePointer<UInt64>
  ) {
    switch width {  // A constant width in each call specializes the loop.
    case 1: unsafe place(ids, ends, first, cursors, lists, 1, bitmaps)
    case 2: unsafe place(ids, ends, first, cursors, lists, 2, bitmaps)
    case 3: unsafe place(ids, ends, first, cursors, lists, 3, bitmaps)
    default: unsafe place(ids, ends, first, cursors, lists, 4, bitmaps)
    }
  }

  @unsafe @inline(__always)
  private static func place(
    _ ids: Span<UInt32>, _ ends: Span<UInt32>, _ first: UInt32,
    _ cursors: UnsafeMutablePointer<UInt64>, _ lists: UnsafeMutablePointer<UInt8>, _ width: Int,
    _ bitmaps: UnsafeMutablePointer<UInt64>
  ) {
    var next = 0
    var record = first
    for index in ends.indices {
      let end = Int(ends[index])
      while next < end {
        // SAFETY: the caller guarantees that `cursors`, `lists` and `bitmaps` are large enough.
        let id = Int(ids[next])
        let cursor = unsafe cursors[id]
        if cursor & bitmapFlag != 0 {
          let word = Int(truncatingIfNeeded: cursor ^ bitmapFlag) &+ Int(record &>> 6)
          unsafe bitmaps[word] |= 1 &<< UInt64(record)
        } else {
          let entry = unsafe lists + Int(truncatingIfNeeded: cursor) &* width
          unsafe entry[0] = UInt8(truncatingIfNeeded: record)
          if width > 1 { unsafe entry[1] = UInt8(truncatingIfNeeded: record &>> 8) }
          if width > 2 { unsafe entry[2] = UInt8(truncatingIfNeeded: record &>> 16) }
          if width > 3 { unsafe entry[3] = UInt8(truncatingIfNeeded: record &>> 24) }
          unsafe cursors[id] = cursor &+ 1
        }
        next &+= 1
      }
      record &+= 1
    }
  }

  /// The cursor of a token whose records are in a bitmap that begins at `word`.
  package static func bitmapCursor(_ word: Int) -> UInt64 { bitmapFlag | UInt64(word) }

  /// Removes from `records` each record whose bit in `bits` is not set.
  package static func keep(_ records: inout [UInt32], in bits: Span<UInt64>) {
    precondition(records.last.map { Int($0) >> 6 < bits.count } ?? true)
    let kept = unsafe bits.withUnsafeBufferPointer { bits in
      unsafe records.withUnsafeMutableBufferPointer { records in
        var kept = 0
        for index in 0..<records.count {
          // SAFETY: the records ascend, and the precondition ensures that `bits` has a bit for the
          // last record. No record is written after the index from which it was read.
          let record = unsafe records[index]
          unsafe records[kept] = record
          // Write every record, but advance `kept` only for records to keep: this avoids a branch.
          unsafe kept &+= Int(bits[Int(record &>> 6)] &>> UInt64(record) & 1)
        }
        return kept
      }
    }
    records.removeLast(records.count - kept)
  }
}

extension Array where Element: BitwiseCopyable {
  /// Creates an array with the elements of a span.
  package init(copying elements: Span<Element>) {
    // SAFETY: the array copies the elements while the span is alive.
    self = unsafe elements.withUnsafeBufferPointer { unsafe Array($0) }
  }
}

/// The byte ranges of up to 16 tokens, which one kernel call finds.
@usableFromInline struct TokenBatch {
  /// The start and end of each token, alternating.
  @usableFromInline var offsets = [32 of Int](repeating: 0)

  /// The number of tokens.
  @usableFromInline var count = 0

  /// The offset where the search for more tokens continues.
  @usableFromInline var next = 0

  @inlinable init() {}

  /// The byte range of the token at `index` in the batch.
  @inlinable subscript(_ index: Int) -> Range<Int> { offsets[2 * index]..<offsets[2 * index + 1] }
}

/// The byte ranges of many tokens, which one kernel finds and another kernel reads.
struct TokenSpans: ~Copyable {
  /// The start and end of each token, alternating.
  var spans: GrowableBuffer<Int>

  /// The number of tokens.
  private(set) var count = 0

  /// The offset where the search for more tokens continues.
  private(set) var next = 0

  init(capacity: Int) {
    spans = GrowableBuffer(capacity: 2 * capacity)
    for _ in 0..<2 * capacity { spans.append(0) }
  }

  /// Finds the next tokens of `text`; returns false if there are no more tokens.
  mutating func fill(from text: Span<UInt8>, by tokenizer: Tokenizer) -> Bool {
    var next = self.next
    // SAFETY: the lists, the text and the buffer outlive the call, and the kernel accesses only as
    // many elements as their counts allow.
    count = unsafe tokenizer.withRules { rules in
      unsafe text.withUnsafeBufferPointer { bytes in
        unsafe spans.withUnsafeMutableBufferPointer { spans in
          unsafe spans.withMemoryRebound(to: UInt.self) { spans in
            var rules = unsafe rules
            return unsafe ck_tokens(
              &rules, bytes.baseAddress, bytes.count, &next, spans.baseAddress, spans.count / 2)
          }
        }
      }
    }
    self.next = next
    return count > 0
  }
}

extension Tokenizer {
  /// Fills the batch with the next tokens of `text`; returns false if there are no more tokens.
  @usableFromInline func fill(_ batch: inout TokenBatch, from text: Span<UInt8>) -> Bool {
    var next = batch.next
    var places = batch.offsets.mutableSpan
    let capacity = places.count / 2
    // SAFETY: the lists, the text and the buffer outlive the call, and the kernel accesses only as
    // many elements as their counts allow.
    batch.count = unsafe withRules { rules in
      unsafe text.withUnsafeBufferPointer { bytes in
        unsafe places.withUnsafeMutableBufferPointer { places in
          unsafe places.withMemoryRebound(to: UInt.self) { places in
            var rules = unsafe rules
            return unsafe ck_tokens(
              &rules, bytes.baseAddress, bytes.count, &next, places.baseAddress, capacity)
          }
        }
      }
    }
    batch.next = next
    return batch.count > 0
  }

  /// Calls `body` with the token rules, converted to the struct that the kernel requires.
  func withRules<R>(_ body: (ck_token_rules) -> R) -> R {
    // SAFETY: the arrays live as long as `self`, which the call borrows.
    unsafe ascii.withUnsafeBufferPointer { ascii in
      unsafe nonASCIISeparators.withUnsafeBufferPointer { nonASCIISeparators in
        unsafe leads.withUnsafeBufferPointer { leads in
          unsafe body(
            ck_token_rules(
              ascii: ascii.baseAddress, ascii_count: ascii.count,
              separators: nonASCIISeparators.baseAddress, separator_count: nonASCIISeparators.count,
              leads: leads.baseAddress, lead_count: leads.count,
              splits_camel_case: separators.splitsCamelCase ? 1 : 0))
        }
      }
    }
  }
}

/// Hashes trigrams, which are sequences of three adjacent bytes.
package enum Trigrams {
  /// The number of rows in a table of trigrams, which is the number of different hashes.
  package static var rowCount: Int { Int(ck_trigram_rows) }

  /// The row of a trigram, which is its hash; `trigram` is a 24-bit big-endian number.
  package static func row(of trigram: UInt32) -> Int {
    Int(ck_trigram_bucket(trigram, UInt32(ck_trigram_bits)))
  }

  /// Sets bit `block` in the rows of all trigrams of `text`.
  ///
  /// The rows begin at index `first` of `buffer`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package static func mark(
    _ text: Span<UInt8>, block: Int, in buffer: inout GrowableBuffer<UInt64>, from first: Int
  ) {
    precondition((0..<64).contains(block) && first >= 0 && first + rowCount <= buffer.count)
    unsafe buffer.withUnsafeMutableBufferPointer { rows in
      unsafe text.withUnsafeBufferPointer { text in
        guard let rows = rows.baseAddress, let bytes = text.baseAddress else { return }
        // SAFETY: all rows lie inside the buffer, and the kernel reads only the bytes of the text.
        unsafe ck_mark_trigrams(bytes, text.count, rows + first, UInt32(block))
      }
    }
  }

  /// The bucket of a trigram, from 0 to 2^`bits` - 1; `trigram` is a 24-bit big-endian number.
  package static func bucket(of trigram: UInt32, bits: Int) -> Int {
    Int(ck_trigram_bucket(trigram, UInt32(bits)))
  }

  /// The distinct trigrams of a text, as 24-bit big-endian numbers in ascending order.
  package static func all(of text: [UInt8]) -> [UInt32] {
    var trigram: UInt32 = 0
    var trigrams: [UInt32] = []
    for (index, byte) in text.enumerated() {
      trigram = (trigram << 8 | UInt32(byte)) & 0xFF_FFFF
      if index > 1 { trigrams.append(trigram) }
    }
    return Set(trigrams).sorted()
  }

  /// The number of bytes of text that one call of the kernel processes.
  private static let piece = 1 << 16

  /// Appends the buckets of all trigrams of `text`, except the buckets in `seen`.
  ///
  /// The appended buckets are also added to `seen`.
  ///
  /// `seen` has a bit for each of the 2^`bits` buckets.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package static func appendNewBuckets(
    of text: Span<UInt8>, bits: Int, seen: inout GrowableBuffer<UInt64>,
    to buckets: inout GrowableBuffer<UInt32>
  ) {
    precondition((6...24).contains(bits) && seen.count << 6 >= 1 << bits)
    var start = 0
    while start + 2 < text.count {
      // Read two more bytes, because a trigram can begin in the last two bytes of a piece.
      let piece = text.extracting(start..<min(text.count, start + Self.piece + 2))
      unsafe seen.withUnsafeMutableBufferPointer { seen in
        unsafe piece.withUnsafeBufferPointer { bytes in
          unsafe buckets.append(upTo: bytes.count) { buffer in
            guard let text = bytes.baseAddress, let seen = seen.baseAddress,
              let buffer = buffer.baseAddress
            else { return 0 }
            // SAFETY: `seen` and `buffer` are as large as the kernel requires.
            return unsafe ck_new_trigrams(text, bytes.count, UInt32(bits), seen, buffer)
          }
        }
      }
      start += Self.piece
    }
  }
}

extension Span where Element == UInt8 {
  /// Reads the little-endian number at an offset.
  @inlinable @inline(__always) package func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Number.Type = Number.self
  ) -> Number {
    precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
    // SAFETY: the bytes of the number lie inside the span.
    return unsafe withUnsafeBytes {
      unsafe Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }
}
