internal import CKernels

/// The distinct tokens of texts, numbered as they come, and in how many records each is.
///
/// Of a token no more than the first `tokenLimit` bytes count.
package struct Vocabulary: ~Copyable {
  package static let tokenLimit = Int(ck_token_limit)

  /// So many tokens are found before they are looked up.
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

  /// Writes down the tokens of each of some records, a token once a record.
  ///
  /// - Parameters:
  ///   - text: the text of the records, end to end.
  ///   - starts: where each begins, counted from anywhere, and the end of the last.
  ///   - first: the number of the first record.
  ///   - tokenizer: what splits the text.
  ///   - notes: what is written down.
  ///   - step: so many bytes are read between two calls of `goesOn`.
  ///   - goesOn: gets the bytes read since the last call; `false` ends the work.
  /// - Returns: whether all was read.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package mutating func note(
    _ text: Span<UInt8>, startingAt starts: Span<UInt32>, from first: UInt32,
    by tokenizer: Tokenizer, into notes: inout RecordNotes, step: Int, goesOn: (Int) -> Bool
  ) -> Bool {
    precondition(Int(starts[starts.count - 1] - starts[0]) == text.count)
    var reader = TokenSpans(room: Self.batch)
    // SAFETY: its pointers are set right before each use.
    var found = unsafe ck_record_notes()
    unsafe found.first = first
    notes.ends.reserve(starts.count - 1)
    var reported = 0
    while reader.fill(from: text, by: tokenizer) {
      notes.ids.reserve(reader.count)
      var done = 0
      while done < reader.count {
        // SAFETY: the tokens lie in the text and their records among `starts`; there is room for an id for each token
        // and an end for each record; the tables have the room that they say.
        unsafe text.withUnsafeBufferPointer { text in
          unsafe starts.withUnsafeBufferPointer { starts in
            unsafe reader.spans.withUnsafeMutableBufferPointer { spans in
              guard let base = text.baseAddress, let spans = spans.baseAddress else { return }
              var table = unsafe ck_vocabulary(
                slots: slots.base, mask: slots.count - 1, tokens: tokens.base, count: tokens.count,
                most: min(slots.count / 2, tokens.capacity), bytes: bytes.base, used: bytes.count,
                room: bytes.capacity, seed: seed)
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
        if !goesOn(reader.next - reported) { return false }
        reported = reader.next
      }
    }
    notes.ends.used = unsafe found.record
    while notes.ends.count < starts.count - 1 { notes.ends.append(UInt32(notes.ids.count)) }
    return goesOn(text.count - reported)
  }

  /// Makes room for a new token.
  private mutating func grow() {
    bytes.reserve(Self.tokenLimit)
    if tokens.count < min(slots.count / 2, tokens.capacity) { return }
    var larger = Self.freeSlots(slots.count * 2)
    tokens.reserve(slots.count - tokens.count)
    // SAFETY: the larger table has more than twice the slots that are taken.
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
    unsafe slots.append(upTo: count) { room in
      unsafe room.initialize(repeating: 0)
      return count
    }
    return slots
  }

  /// The tokens in the order of their bytes.
  ///
  /// - Complexity: O(*n* log *n*) in the number of tokens.
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

/// The tokens of consecutive records by their numbers.
package struct RecordNotes: ~Copyable {
  /// The tokens of the first record, then of the next, each once a record.
  package var ids = GrowableBuffer<UInt32>()

  /// For each record, the number of ids up to its last.
  package var ends = GrowableBuffer<UInt32>()

  package init() {}

  package consuming func freeze() -> (ids: FrozenBuffer<UInt32>, ends: FrozenBuffer<UInt32>) {
    (ids.freeze(), ends.freeze())
  }
}
