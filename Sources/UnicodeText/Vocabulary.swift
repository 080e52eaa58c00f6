internal import CKernels

/// The distinct tokens of a corpus, and the number of records that contain each token.
///
/// Tokens are numbered in the order of their first occurrence.
///
/// Tokens longer than `tokenLimit` bytes are truncated.
package struct Vocabulary: ~Copyable {
  package static let tokenLimit = Int(ck_token_limit)

  /// The maximum number of tokens in a batch.
  ///
  /// All tokens of a batch are found in the text before they are looked up in the vocabulary.
  private static let batch = 512

  private var slots: GrowableBuffer<UInt64>
  private var tokens = GrowableBuffer<ck_token>()
  private var bytes = GrowableBuffer<UInt8>()
  private let seed = UInt64.random(in: .min ... .max)

  /// The number of distinct tokens.
  package var count: Int { tokens.count }

  package init(capacity: Int = 1 << 11) {
    var slotCount = 16
    while slotCount < capacity * 2 { slotCount *= 2 }
    slots = Self.freeSlots(slotCount)
    tokens.reserve(slotCount / 2)
    bytes.reserve(max(slotCount * 4, Self.tokenLimit))
  }

  /// Adds the tokens of consecutive records, and collects the distinct token numbers of each
  /// record.
  ///
  /// - Parameters:
  ///   - text: the concatenated text of the records.
  ///   - starts: the offset of each record, followed by the end offset of the last record; only the
  ///     differences between offsets are used.
  ///   - first: the number of the first record.
  ///   - tokenizer: splits the text.
  ///   - notes: receives the token numbers of each record.
  ///   - step: the number of bytes to read between two calls of `shouldContinue`.
  ///   - shouldContinue: called with the number of bytes read since its last call; if it returns
  ///     `false`, reading stops.
  /// - Returns: whether the whole text was read.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package mutating func note(
    _ text: Span<UInt8>, startingAt starts: Span<UInt32>, from first: UInt32,
    by tokenizer: Tokenizer, into notes: inout RecordNotes, step: Int, shouldContinue: (Int) -> Bool
  ) -> Bool {
    precondition(Int(starts[starts.count - 1] - starts[0]) == text.count)
    var reader = TokenSpans(capacity: Self.batch)
    // SAFETY: the pointers of `found` are set right before each use.
    var found = unsafe ck_record_notes()
    unsafe found.first = first
    notes.ends.reserve(starts.count - 1)
    var reported = 0
    while reader.fill(from: text, by: tokenizer) {
      notes.ids.reserve(reader.count)
      var done = 0
      while done < reader.count {
        // SAFETY: the tokens are inside the text, and their records are inside `starts`. The output
        // buffers have capacity for one number per token and one end per record, and the tables
        // have the given capacities.
        unsafe text.withUnsafeBufferPointer { text in
          unsafe starts.withUnsafeBufferPointer { starts in
            unsafe reader.spans.withUnsafeMutableBufferPointer { spans in
              guard let base = text.baseAddress, let spans = spans.baseAddress else { return }
              var table = unsafe ck_vocabulary(
                slots: slots.base, mask: slots.count - 1, tokens: tokens.base, count: tokens.count,
                max_count: min(slots.count / 2, tokens.capacity), bytes: bytes.base,
                used: bytes.count,
                capacity: bytes.capacity, seed: seed)
              unsafe found.starts = starts.baseAddress
              unsafe found.ids = notes.ids.base
              unsafe found.ends = notes.ends.base
              done += unsafe ck_vocabulary_note(
                &table, base, text.count, spans + 2 * done, reader.count - done, &found)
              tokens.used = unsafe table.count
              bytes.used = unsafe table.used
            }
          }
        }
        notes.ids.used = unsafe found.written
        if done < reader.count { grow() }
      }
      if reader.next - reported >= step {
        if !shouldContinue(reader.next - reported) { return false }
        reported = reader.next
      }
    }
    notes.ends.used = unsafe found.record
    while notes.ends.count < starts.count - 1 { notes.ends.append(UInt32(notes.ids.count)) }
    return shouldContinue(text.count - reported)
  }

  /// Increases the capacity of the tables so that a new token fits.
  private mutating func grow() {
    bytes.reserve(Self.tokenLimit)
    if tokens.count < min(slots.count / 2, tokens.capacity) { return }
    var larger = Self.freeSlots(slots.count * 2)
    tokens.reserve(slots.count - tokens.count)
    // SAFETY: the larger table has more than two slots for each entry.
    unsafe slots.withUnsafeMutableBufferPointer { old in
      var table = unsafe ck_vocabulary()
      unsafe table.slots = larger.base
      unsafe table.mask = larger.count - 1
      unsafe ck_vocabulary_fill(&table, old.baseAddress, old.count)
    }
    swap(&slots, &larger)
  }

  private static func freeSlots(_ count: Int) -> GrowableBuffer<UInt64> {
    var slots = GrowableBuffer<UInt64>(capacity: count)
    unsafe slots.append(upTo: count) { buffer in
      unsafe buffer.initialize(repeating: 0)
      return count
    }
    return slots
  }

  /// The tokens in byte order.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of tokens.
  package consuming func sorted() -> SortedVocabulary {
    var order: [(key: UInt64, id: UInt32)] = []
    order.reserveCapacity(count)
    for id in 0..<count { order.append((tokens[id].key.byteSwapped, UInt32(id))) }
    bytes.withSpan { bytes in
      tokens.withSpan { tokens in
        order.sort { a, b in
          if a.key != b.key { return a.key < b.key }
          return SortedVocabulary.precedes(
            bytes.extracting(Self.range(of: tokens[Int(a.id)])),
            bytes.extracting(Self.range(of: tokens[Int(b.id)])))
        }
      }
    }
    var sorted = SortedVocabulary.Builder(count: count, bytes: bytes.count)
    bytes.withSpan { bytes in
      for entry in order {
        let token = tokens[Int(entry.id)]
        sorted.append(
          bytes.extracting(Self.range(of: token)), key: entry.key, id: entry.id,
          records: token.records)
      }
    }
    return sorted.finish()
  }

  private static func range(of token: ck_token) -> Range<Int> {
    let start = Int(token.place >> 8)
    return start..<start + Int(token.place & 0xFF)
  }
}

/// The token numbers of consecutive records.
package struct RecordNotes: ~Copyable {
  /// The token numbers of all records, record by record, without duplicates within a record.
  package var ids = GrowableBuffer<UInt32>()

  /// For each record, the index in `ids` after its last token number.
  package var ends = GrowableBuffer<UInt32>()

  package init() {}

  package consuming func freeze() -> (ids: FrozenBuffer<UInt32>, ends: FrozenBuffer<UInt32>) {
    (ids.freeze(), ends.freeze())
  }
}
