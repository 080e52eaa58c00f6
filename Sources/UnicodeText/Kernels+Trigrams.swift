internal import CKernels

/// Hashes of three adjacent bytes.
package enum Trigrams {
  /// The number of different hashes.
  package static var rowCount: Int { Int(ck_trigram_rows) }

  /// The hashes of the trigrams of a text, without duplicates, ascending.
  package static func rows(of text: [UInt8]) -> [Int] {
    guard text.count > 2 else { return [] }
    let rows = (0..<text.count - 2).map {
      Int(ck_trigram_hash(text[$0], text[$0 + 1], text[$0 + 2]))
    }
    return Set(rows).sorted()
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
        // SAFETY: all rows lie inside the buffer; the kernel reads the text's bytes only.
        unsafe ck_mark_trigrams(bytes, text.count, rows + first, UInt32(block))
      }
    }
  }
}
