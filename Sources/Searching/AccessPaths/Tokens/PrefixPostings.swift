internal import UnicodeText

/// The records of each token, and of some prefixes of many tokens.
///
/// The lists of all tokens stand end to end in the order of the dictionary, so that those of a prefix are one slice. A
/// token for which a list would need more room has a bitmap instead. Prefixes whose records would take long to put
/// together have a bitmap as well.
struct PrefixPostings: Sendable {
  /// The records whose tokens begin with a prefix.
  struct Slice {
    var lists: Range<Int>
    var bitmaps: Range<Int>
    /// Used instead of the others, if there is one.
    var union: Union?
    /// How many records there are at most.
    var most: Int
  }

  /// The records of a prefix, one bit each.
  struct Union: Sendable {
    let bits: FrozenBuffer<UInt64>
    let count: Int
  }

  let universe: Int
  let lists: Kernels.PostingList

  /// The bits of the frequent tokens, end to end, and how many are set for each.
  let bitmaps: FrozenBuffer<UInt64>
  let counts: [Int]

  /// The tokens that have them, by their numbers in the dictionary.
  let frequent: [Int]

  var unions: [[UInt8]: Union] = [:]

  /// The words of a bitmap.
  var words: Int { (universe + 63) / 64 }

  /// The bytes that it takes.
  var memoryBytes: Int {
    lists.bytes.count + bitmaps.count * MemoryLayout<UInt64>.stride
      + (counts.count + frequent.count) * MemoryLayout<Int>.stride
      + unions.reduce(0) { $0 + $1.key.count + $1.value.bits.count * MemoryLayout<UInt64>.stride }
  }

  /// The slice of a prefix that has the run of tokens.
  func slice(of prefix: [UInt8], _ run: TokenDictionary.Run) -> Slice {
    if let union = unions[prefix] {
      return Slice(lists: 0..<0, bitmaps: 0..<0, union: union, most: union.count)
    }
    let first = frequent.firstIndex(notBelow: run.tokens.lowerBound)
    let end = frequent.firstIndex(notBelow: run.tokens.upperBound)
    let most = run.postings.count + counts[first..<end].reduce(0, +)
    return Slice(lists: run.postings, bitmaps: first..<end, union: nil, most: min(most, universe))
  }

  /// The bytes that are read for a slice.
  func bytes(of slice: Slice) -> Int {
    let bitmaps = slice.union == nil ? slice.bitmaps.count : 1
    return slice.lists.count * lists.width + bitmaps * words * MemoryLayout<UInt64>.stride
  }

  /// Lends the bits of a slice that are there as they are; `nil` if they have to be put together.
  func withBits<R>(of slice: Slice, _ body: (Span<UInt64>) -> R) -> R? {
    if let union = slice.union { return union.bits.withSpan(body) }
    guard slice.lists.isEmpty, slice.bitmaps.count == 1 else { return nil }
    return withBitmap(slice.bitmaps.lowerBound, body)
  }

  /// Sets the bits of the records of some tokens.
  func mark(_ slice: Slice, in bits: inout MutableSpan<UInt64>) {
    if let union = slice.union { union.bits.withSpan { Kernels.formUnion(&bits, $0) } }
    for bitmap in slice.bitmaps { withBitmap(bitmap) { Kernels.formUnion(&bits, $0) } }
    lists.mark(slice.lists, in: &bits)
  }

  private func withBitmap<R>(_ index: Int, _ body: (Span<UInt64>) -> R) -> R {
    bitmaps.withSpan(of: index * words..<(index + 1) * words, body)
  }

  /// Puts the records of neighbouring tokens together.
  func union(of lists: Range<Int>, _ bitmaps: Range<Int>) -> Union {
    var bits = Bitmap.words(for: universe)
    var span = bits.mutableSpan
    mark(Slice(lists: lists, bitmaps: bitmaps, union: nil, most: universe), in: &span)
    var kept = GrowableBuffer<UInt64>(capacity: words)
    kept.append(copying: bits.span)
    return Union(bits: kept.freeze(), count: Kernels.count(bits.span))
  }
}

extension [Int] {
  /// The first place in an ascending array of what is not below `value`.
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
