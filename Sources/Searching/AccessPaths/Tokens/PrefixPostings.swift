internal import UnicodeText

/// The records that contain each token and, for some prefixes, the records that contain any token
/// with the prefix.
///
/// The posting lists are stored in the order of the dictionary, so the lists of all tokens with a
/// common prefix are adjacent. If the list of a token would be larger than a bitmap, the token has
/// a bitmap instead. If the lists of a prefix take long to merge, the prefix has a bitmap too.
struct PrefixPostings: Sendable {
  /// The posting lists and bitmaps of the tokens that begin with a prefix.
  struct Slice {
    var lists: Range<Int>
    var bitmaps: Range<Int>
    /// A bitmap to use instead of `lists` and `bitmaps`; `nil` if the prefix has no bitmap.
    var union: Union?
    /// An upper bound on the number of records in the slice.
    var maximumCount: Int
  }

  /// A bitmap of the records that contain at least one token with a given prefix.
  struct Union: Sendable {
    let bits: FrozenBuffer<UInt64>
    let count: Int
  }

  let universe: Int
  let lists: Kernels.PostingList

  /// The concatenated bitmaps of the frequent tokens.
  let bitmaps: FrozenBuffer<UInt64>
  /// The number of set bits in each bitmap.
  let counts: [Int]

  /// The dictionary numbers of the tokens that have bitmaps, in ascending order.
  let frequent: [Int]

  var unions: [[UInt8]: Union] = [:]

  /// The number of 64-bit words in a bitmap.
  var words: Int { (universe + 63) / 64 }

  /// The memory of the postings, in bytes.
  var memoryBytes: Int {
    lists.bytes.count + bitmaps.count * MemoryLayout<UInt64>.stride
      + (counts.count + frequent.count) * MemoryLayout<Int>.stride
      + unions.reduce(0) { $0 + $1.key.count + $1.value.bits.count * MemoryLayout<UInt64>.stride }
  }

  /// The postings for `prefix`; `run` is the run of the tokens that begin with `prefix`.
  func slice(of prefix: [UInt8], _ run: TokenDictionary.Run) -> Slice {
    if let union = unions[prefix] {
      return Slice(lists: 0..<0, bitmaps: 0..<0, union: union, maximumCount: union.count)
    }
    let first = frequent.firstIndex(notBelow: run.tokens.lowerBound)
    let end = frequent.firstIndex(notBelow: run.tokens.upperBound)
    let maximumCount = run.postings.count + counts[first..<end].reduce(0, +)
    return Slice(
      lists: run.postings, bitmaps: first..<end, union: nil,
      maximumCount: min(maximumCount, universe))
  }

  /// The number of bytes that a search reads for a slice.
  func bytes(of slice: Slice) -> Int {
    let bitmaps = slice.union == nil ? slice.bitmaps.count : 1
    return slice.lists.count * lists.width + bitmaps * words * MemoryLayout<UInt64>.stride
  }

  /// Calls `body` with the bitmap of a slice, if the slice consists of a single bitmap.
  ///
  /// Returns `nil` if the posting lists and bitmaps of the slice have to be merged.
  func withBits<R>(of slice: Slice, _ body: (Span<UInt64>) -> R) -> R? {
    if let union = slice.union { return union.bits.withSpan(body) }
    guard slice.lists.isEmpty, slice.bitmaps.count == 1 else { return nil }
    return withBitmap(slice.bitmaps.lowerBound, body)
  }

  /// Sets in `bits` the bit of each record in a slice.
  func mark(_ slice: Slice, in bits: inout MutableSpan<UInt64>) {
    if let union = slice.union { union.bits.withSpan { Kernels.formUnion(&bits, $0) } }
    for bitmap in slice.bitmaps { withBitmap(bitmap) { Kernels.formUnion(&bits, $0) } }
    lists.mark(slice.lists, in: &bits)
  }

  private func withBitmap<R>(_ index: Int, _ body: (Span<UInt64>) -> R) -> R {
    bitmaps.withSpan(of: index * words..<(index + 1) * words, body)
  }

  /// Merges the records of adjacent tokens into one bitmap.
  func union(of lists: Range<Int>, _ bitmaps: Range<Int>) -> Union {
    var bits = Bitmap.words(for: universe)
    var span = bits.mutableSpan
    mark(Slice(lists: lists, bitmaps: bitmaps, union: nil, maximumCount: universe), in: &span)
    var kept = GrowableBuffer<UInt64>(capacity: words)
    kept.append(copying: bits.span)
    return Union(bits: kept.freeze(), count: Kernels.count(bits.span))
  }
}

extension [Int] {
  /// The index of the first element that is at least `value` in an ascending array.
  func firstIndex(notBelow value: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
