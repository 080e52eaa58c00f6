internal import CKernels

/// A small batch of tokens, so that finding one token does not cost a call.
@usableFromInline struct TokenBatch {
  /// The start and end of each token, alternating.
  @usableFromInline var offsets = [32 of Int](repeating: 0)

  /// The number of tokens.
  @usableFromInline var count = 0

  /// The offset where the search for more continues.
  @usableFromInline var next = 0

  @inlinable init() {}

  /// The range of the token at `index` in the batch.
  @inlinable subscript(_ index: Int) -> Range<Int> { offsets[2 * index]..<offsets[2 * index + 1] }
}

/// A large batch of tokens, for passing on to a kernel.
struct TokenSpans: ~Copyable {
  /// The start and end of each token, alternating.
  var spans: GrowableBuffer<Int>

  /// The number of tokens.
  private(set) var count = 0

  /// The offset where the search for more continues.
  private(set) var next = 0

  init(room: Int) {
    spans = GrowableBuffer(capacity: 2 * room)
    for _ in 0..<2 * room { spans.append(0) }
  }

  /// Finds the next tokens of `text`; returns false if there are none.
  mutating func fill(from text: Span<UInt8>, by tokenizer: Tokenizer) -> Bool {
    var next = self.next
    // SAFETY: lists, text and buffer outlive the call; the kernel stays inside the counts.
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
  /// Fills the batch with the next tokens of `text`; returns false if there are none.
  @usableFromInline func fill(_ batch: inout TokenBatch, from text: Span<UInt8>) -> Bool {
    var next = batch.next
    var places = batch.offsets.mutableSpan
    let room = places.count / 2
    // SAFETY: lists, text and buffer outlive the call; the kernel stays inside the counts.
    batch.count = unsafe withRules { rules in
      unsafe text.withUnsafeBufferPointer { bytes in
        unsafe places.withUnsafeMutableBufferPointer { places in
          unsafe places.withMemoryRebound(to: UInt.self) { places in
            var rules = unsafe rules
            return unsafe ck_tokens(
              &rules, bytes.baseAddress, bytes.count, &next, places.baseAddress, room)
          }
        }
      }
    }
    batch.next = next
    return batch.count > 0
  }

  /// Calls `body` with the separators in the form that the kernel takes.
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
