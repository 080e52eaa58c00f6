internal import UnicodeText

/// The encoding of a strip, which stores the trigrams of up to 4,096 consecutive blocks.
///
/// Trigrams are hashed to buckets. A strip consists of a directory and postings:
///
/// - The directory has a four-byte offset for each bucket, and one more offset at the end. Offsets
///   are relative to the end of the directory. A bucket's postings start at its offset, and end at
///   the next offset. If the highest bit of the offset is set, the postings are a bitmap; otherwise
///   they are a list of blocks.
/// - A list of blocks stores, for each block, the number of blocks between it and the previous
///   block of the list. This gap is encoded in one byte if it is below 240. For a larger gap, 240
///   is subtracted, and the result is encoded in two bytes. The first byte is 240 plus the upper
///   four bits, and the second byte is the lower eight bits.
/// - A bitmap has one bit per block, starting with the lowest bit of each byte.
enum Strip {
  static let maxBlocks = 4096

  /// The smallest gap that is encoded in two bytes; every smaller gap is encoded in one byte.
  static let shortGaps = 240

  static let bitmapFlag: UInt32 = 1 << 31

  /// The base-2 logarithm of the number of buckets in a strip for about `bytes` bytes of text.
  static func bucketBits(forTextOf bytes: Int) -> Int {
    var bits = 14
    while bits < 17, bytes >> (bits + 7) > 1 { bits += 1 }
    return bits
  }

  static func directoryBytes(_ bits: Int) -> Int { 4 * ((1 << bits) + 1) }
}

/// A set of block numbers, which start at 0.
struct BlockSet: Sendable {
  /// One bit per block.
  var words: [UInt64]

  init(none count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  init(all count: Int) {
    self.init(none: count)
    for index in words.indices { words[index] = ~0 }
    if count & 63 != 0 { words[words.count - 1] = 1 << UInt64(count & 63) - 1 }
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func contains(_ block: Int) -> Bool { words[block >> 6] >> UInt64(block & 63) & 1 != 0 }
  mutating func insert(_ block: Int) { words[block >> 6] |= 1 << UInt64(block & 63) }

  mutating func formIntersection(_ other: BlockSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func formUnion(_ other: BlockSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }
}

/// Collects the trigrams of blocks of folded text, and encodes them as a strip.
struct StripBuilder: ~Copyable {
  private let bits: Int

  /// One bit per bucket; the bit is set if the current block contains a trigram of the bucket.
  private var seen: GrowableBuffer<UInt64>

  /// The postings of all blocks; the upper 20 bits are the bucket, and the lower 12 bits are the
  /// block.
  private var postings = GrowableBuffer<UInt32>()

  /// The buckets of the current block.
  private var buckets = GrowableBuffer<UInt32>()

  /// The number of finished blocks.
  private(set) var blockCount = 0

  init(bits: Int) {
    self.bits = bits
    seen = GrowableBuffer(capacity: 1 << (bits - 6))
    for _ in 0..<1 << (bits - 6) { seen.append(0) }
  }

  /// Adds text to the current block.
  mutating func add(_ folded: Span<UInt8>) {
    Trigrams.appendNewBuckets(of: folded, bits: bits, seen: &seen, to: &buckets)
  }

  mutating func endBlock() {
    let block = UInt32(blockCount)
    postings.reserve(buckets.count)
    for index in 0..<buckets.count {
      let bucket = buckets[index]
      postings.append(bucket << 12 | block)
      seen[Int(bucket >> 6)] = 0
    }
    buckets.truncate(to: 0)
    blockCount += 1
  }

  /// Returns the strip of all finished blocks in the encoding that `Strip` describes.
  ///
  /// - Complexity: O(*p* + *b*), where *p* is the number of postings and *b* the number of buckets.
  consuming func encoded() -> GrowableBuffer<UInt8> {
    let bucketCount = 1 << bits
    var ends = GrowableBuffer<UInt32>(capacity: bucketCount + 1)
    for _ in 0...bucketCount { ends.append(0) }
    for index in 0..<postings.count { ends[Int(postings[index] >> 12)] += 1 }
    var sum: UInt32 = 0
    for bucket in 0..<bucketCount {
      let count = ends[bucket]
      ends[bucket] = sum
      sum += count
    }
    var sorted = GrowableBuffer<UInt16>(capacity: postings.count)
    for _ in 0..<postings.count { sorted.append(0) }
    // The postings are in block order, and this counting sort preserves the order within each
    // bucket.
    for index in 0..<postings.count {
      let posting = postings[index]
      let bucket = Int(posting >> 12)
      sorted[Int(ends[bucket])] = UInt16(truncatingIfNeeded: posting & 0xFFF)
      ends[bucket] += 1
    }
    var output = GrowableBuffer<UInt8>(capacity: Strip.directoryBytes(bits) + postings.count)
    for _ in 0..<Strip.directoryBytes(bits) { output.append(0) }
    let bitmapBytes = (blockCount + 7) / 8
    var start = 0
    for bucket in 0..<bucketCount {
      let end = Int(ends[bucket])
      var place = UInt32(output.count - Strip.directoryBytes(bits))
      if !Self.append(sorted, start..<end, atMost: bitmapBytes, to: &output) {
        let first = output.count
        for _ in 0..<bitmapBytes { output.append(0) }
        for index in start..<end {
          let block = Int(sorted[index])
          output[first + block >> 3] |= 1 << UInt8(block & 7)
        }
        place |= Strip.bitmapFlag
      }
      Self.set(place, at: 4 * bucket, in: &output)
      start = end
    }
    Self.set(
      UInt32(output.count - Strip.directoryBytes(bits)), at: 4 * bucketCount, in: &output)
    return output
  }

  /// Appends a list of blocks.
  ///
  /// If the list would use more than `limit` bytes, appends nothing and returns `false`.
  private static func append(
    _ blocks: borrowing GrowableBuffer<UInt16>, _ range: Range<Int>, atMost limit: Int,
    to output: inout GrowableBuffer<UInt8>
  ) -> Bool {
    if range.count > limit { return false }
    let before = output.count
    var next = 0
    for index in range {
      let gap = Int(blocks[index]) - next
      next = Int(blocks[index]) + 1
      if gap < Strip.shortGaps {
        output.append(UInt8(gap))
      } else {
        let rest = gap - Strip.shortGaps
        output.append(UInt8(Strip.shortGaps + rest >> 8))
        output.append(UInt8(truncatingIfNeeded: rest))
      }
    }
    if output.count - before <= limit { return true }
    output.truncate(to: before)
    return false
  }

  private static func set(
    _ number: UInt32, at place: Int, in output: inout GrowableBuffer<UInt8>
  ) {
    for byte in 0..<4 {
      output[place + byte] = UInt8(truncatingIfNeeded: number >> UInt32(8 * byte))
    }
  }
}

extension TrigramTest {
  /// The blocks that may satisfy the test.
  ///
  /// The closure `blocks` returns the blocks that may contain a given trigram.
  func passing(
    _ count: Int, _ blocks: (UInt32) throws(IndexFault) -> BlockSet
  ) throws(IndexFault) -> BlockSet {
    switch self {
    case .trigrams(let trigrams):
      var passing = BlockSet(all: count)
      for trigram in trigrams {
        passing.formIntersection(try blocks(trigram))
        if passing.isEmpty { break }
      }
      return passing
    case .all(let tests):
      var passing = BlockSet(all: count)
      for test in tests {
        passing.formIntersection(try test.passing(count, blocks))
        if passing.isEmpty { break }
      }
      return passing
    case .any(let tests):
      var passing = BlockSet(none: count)
      for test in tests { passing.formUnion(try test.passing(count, blocks)) }
      return passing
    }
  }
}
