/// Distinct tokens in the order of their bytes.
package struct SortedVocabulary: Sendable {
  private let bytes: FrozenBuffer<UInt8>
  private let ends: FrozenBuffer<Int>
  private let keys: FrozenBuffer<UInt64>

  /// The number of each token in the vocabulary that was sorted, and how many records hold it.
  package let ids: FrozenBuffer<UInt32>
  package let records: FrozenBuffer<UInt32>

  package var count: Int { ids.count }

  /// Lends the bytes of a token.
  package func withToken<R>(_ index: Int, _ body: (Span<UInt8>) -> R) -> R {
    bytes.withSpan(of: (index == 0 ? 0 : ends[index - 1])..<ends[index], body)
  }

  /// Whether a token comes before, at, or behind one of another vocabulary: below 0, 0, above 0.
  package func compare(_ index: Int, with other: SortedVocabulary, _ otherIndex: Int) -> Int {
    let (a, b) = (keys[index], other.keys[otherIndex])
    if a != b { return a < b ? -1 : 1 }
    return withToken(index) { token in
      other.withToken(otherIndex) { otherToken in
        if Self.precedes(token, otherToken) { return -1 }
        return token.count == otherToken.count ? Self.precedes(otherToken, token) ? 1 : 0 : 1
      }
    }
  }

  /// Whether `a` comes before `b` in the order of bytes.
  static func precedes(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] {
      return a[index] < b[index]
    }
    return a.count < b.count
  }

  /// Takes tokens in their order.
  struct Builder: ~Copyable {
    private var bytes: GrowableBuffer<UInt8>
    private var ends: GrowableBuffer<Int>
    private var keys: GrowableBuffer<UInt64>
    private var ids: GrowableBuffer<UInt32>
    private var records: GrowableBuffer<UInt32>

    init(count: Int, bytes: Int) {
      self.bytes = GrowableBuffer(capacity: bytes)
      ends = GrowableBuffer(capacity: count)
      keys = GrowableBuffer(capacity: count)
      ids = GrowableBuffer(capacity: count)
      records = GrowableBuffer(capacity: count)
    }

    /// `key` is made of the first eight bytes, zeros behind a shorter token, so that it compares as they do.
    mutating func append(_ token: Span<UInt8>, key: UInt64, id: UInt32, records count: UInt32) {
      bytes.append(copying: token)
      ends.append(bytes.count)
      keys.append(key)
      ids.append(id)
      records.append(count)
    }

    consuming func finish() -> SortedVocabulary {
      SortedVocabulary(
        bytes: bytes.freeze(), ends: ends.freeze(), keys: keys.freeze(), ids: ids.freeze(),
        records: records.freeze())
    }
  }
}
