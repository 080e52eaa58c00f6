/// The distinct tokens of a corpus, in byte order.
package struct SortedVocabulary: Sendable {
  private let bytes: FrozenBuffer<UInt8>
  private let ends: FrozenBuffer<Int>
  private let keys: FrozenBuffer<UInt64>

  /// The ID of each token in the original vocabulary.
  ///
  /// For each token, `records` has the number of records that contain the token.
  package let ids: FrozenBuffer<UInt32>
  package let records: FrozenBuffer<UInt32>

  package var count: Int { ids.count }

  /// Calls `body` with the bytes of a token.
  package func withToken<R>(_ index: Int, _ body: (Span<UInt8>) -> R) -> R {
    bytes.withSpan(of: (index == 0 ? 0 : ends[index - 1])..<ends[index], body)
  }

  /// Compares a token with a token of another vocabulary in byte order.
  ///
  /// The result is negative if the token precedes the other token, 0 if both are equal, and
  /// otherwise positive.
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

  /// Whether `a` precedes `b` in byte order.
  static func precedes(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] {
      return a[index] < b[index]
    }
    return a.count < b.count
  }

  /// Collects tokens in sorted order.
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

    /// Appends a token.
    ///
    /// `key` contains the first eight bytes of the token, padded with zeros, as a big-endian
    /// number.
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
