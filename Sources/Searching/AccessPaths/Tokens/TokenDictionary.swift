internal import UnicodeText

/// The distinct tokens of a corpus in byte order, each with the number of records that contain it.
///
/// Tokens are stored in blocks, and front-coded within each block. An entry begins with two lengths
/// of one byte each. The first is the length of the prefix that the token shares with the previous
/// token. The second is the length of the remaining suffix. The bytes of the suffix follow. The
/// entry ends with the number of records that contain the token, as a variable-length integer with
/// seven bits in each byte.
struct TokenDictionary: Sendable {
  /// The maximum length of a stored token, in bytes; tokens with the same first `tokenLimit` bytes
  /// are stored as one token.
  static let tokenLimit = Vocabulary.tokenLimit

  /// The number of tokens in a block.
  static let blockSize = 32

  /// A range of adjacent tokens: their dictionary numbers, and the range of their posting lists.
  struct Run: Equatable {
    var tokens: Range<Int>
    var postings: Range<Int>
  }

  /// The number of tokens.
  let count: Int

  /// A token that is in at least this many records has a bitmap instead of a posting list.
  let minimumInBitmap: Int

  private let entries: FrozenBuffer<UInt8>

  /// The offset of each block's first entry in `entries`, then the end of the last entry.
  private let starts: FrozenBuffer<Int>

  /// For each block, the start of its first token's posting list.
  private let postings: FrozenBuffer<Int>

  /// For each block, the number of records that contain the most frequent token of the block.
  private let peaks: FrozenBuffer<UInt32>

  /// The memory of the dictionary, in bytes.
  var memoryBytes: Int {
    entries.count + (starts.count + postings.count) * MemoryLayout<Int>.stride
      + peaks.count * MemoryLayout<UInt32>.stride
  }

  private var blockCount: Int { peaks.count }

  // MARK: Finding

  /// The tokens that begin with the first `tokenLimit` bytes of `prefix`.
  ///
  /// - Complexity: O(log *n*) in the number of tokens.
  func run(of prefix: Span<UInt8>) -> Run {
    let prefix = prefix.extracting(first: Self.tokenLimit)
    let start = place(of: prefix, isAfterRun: false)
    guard start.beginsWithPrefix else {
      return Run(tokens: start.token..<start.token, postings: start.posting..<start.posting)
    }
    let end = place(of: prefix, isAfterRun: true)
    return Run(tokens: start.token..<end.token, postings: start.posting..<end.posting)
  }

  /// Finds the first token that sorts at or after `prefix`.
  ///
  /// If `isAfterRun` is `true`, finds the first token after all tokens that begin with `prefix`.
  ///
  /// - Returns: the number of the token, the start of its posting list, and whether the token
  ///   begins with `prefix`.
  private func place(
    of prefix: Span<UInt8>, isAfterRun: Bool
  ) -> (token: Int, posting: Int, beginsWithPrefix: Bool) {
    func isPast(_ order: Order) -> Bool {
      order == .after || order == .within && !isAfterRun
    }
    var low = 0
    var high = blockCount
    while low < high {
      let middle = (low + high) / 2
      if isPast(order(ofBlock: middle, prefix)) { high = middle } else { low = middle + 1 }
    }
    // The first token for which `isPast` is true is in block `low - 1`, or begins block `low`.
    if low > 0 {
      var entry = Entry(in: self, block: low - 1)
      let end = min(low * Self.blockSize, count)
      while entry.token < end {
        entry.read(entries)
        let order = entry.withBytes { Order(of: $0, prefix) }
        if isPast(order) { return (entry.token, entry.posting, order == .within) }
        entry.skip(minimumInBitmap)
      }
      if low == blockCount { return (entry.token, entry.posting, false) }
    }
    if blockCount == 0 { return (0, 0, false) }
    return (low * Self.blockSize, postings[low], order(ofBlock: low, prefix) == .within)
  }

  /// How a token sorts relative to a prefix.
  private enum Order {
    case before
    /// The token begins with the prefix.
    case within
    case after

    init(of token: Span<UInt8>, _ prefix: Span<UInt8>) {
      for index in 0..<min(token.count, prefix.count) where token[index] != prefix[index] {
        self = token[index] < prefix[index] ? .before : .after
        return
      }
      self = token.count < prefix.count ? .before : .within
    }
  }

  /// Compares the first token of a block, which is stored in full, with a prefix.
  private func order(ofBlock block: Int, _ prefix: Span<UInt8>) -> Order {
    let start = starts[block]
    return entries.withSpan(of: start + 2..<start + 2 + Int(entries[start + 1])) {
      Order(of: $0, prefix)
    }
  }

  /// Calls `body` with each token of a range, and with the number of records that contain it.
  ///
  /// Calls `minimumRecords` before each block. Skips the block if each of its tokens is in fewer
  /// records than `minimumRecords` returns.
  func forEach(
    in tokens: Range<Int>, minimumRecords: () -> Int, _ body: (Span<UInt8>, _ records: Int) -> Void
  ) {
    var block = tokens.lowerBound / Self.blockSize
    while block * Self.blockSize < tokens.upperBound {
      if Int(peaks[block]) >= minimumRecords() {
        var entry = Entry(in: self, block: block)
        let end = min((block + 1) * Self.blockSize, tokens.upperBound)
        while entry.token < end {
          entry.read(entries)
          if entry.token >= tokens.lowerBound { entry.withBytes { body($0, entry.records) } }
          entry.skip(minimumInBitmap)
        }
      }
      block += 1
    }
  }

  /// A cursor over the entries of a block, which decodes the current token.
  private struct Entry {
    /// The dictionary number of the current token.
    var token: Int
    /// The start of the current token's posting list.
    var posting: Int
    private(set) var records = 0
    private var bytes = [64 of UInt8](repeating: 0)
    private var length = 0
    /// The offset of the next entry.
    private var next: Int

    init(in dictionary: TokenDictionary, block: Int) {
      token = block * blockSize
      posting = dictionary.postings[block]
      next = dictionary.starts[block]
    }

    mutating func read(_ entries: FrozenBuffer<UInt8>) {
      length = Int(entries[next])
      let rest = Int(entries[next + 1])
      next += 2
      for offset in 0..<rest { bytes[length + offset] = entries[next + offset] }
      length += rest
      next += rest
      records = 0
      var shift = 0
      repeat {
        records |= Int(entries[next] & 0x7F) << shift
        shift += 7
        next += 1
      } while entries[next - 1] & 0x80 != 0
    }

    /// Advances past the current token.
    mutating func skip(_ minimumInBitmap: Int) {
      token += 1
      if records < minimumInBitmap { posting += records }
    }

    func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R {
      body(bytes.span.extracting(0..<length))
    }
  }
}

extension TokenDictionary {
  /// Builds a dictionary from tokens in byte order.
  struct Builder: ~Copyable {
    private(set) var count = 0
    let minimumInBitmap: Int

    /// The total length of the posting lists so far.
    private(set) var postingCount = 0

    private var entries = GrowableBuffer<UInt8>()
    private var starts = GrowableBuffer<Int>()
    private var postings = GrowableBuffer<Int>()
    private var peaks = GrowableBuffer<UInt32>()
    private var last: [UInt8] = []

    init(minimumInBitmap: Int) { self.minimumInBitmap = minimumInBitmap }

    mutating func append(_ token: Span<UInt8>, records: Int) {
      var shared = 0
      if count % blockSize == 0 {
        starts.append(entries.count)
        postings.append(postingCount)
        peaks.append(UInt32(records))
      } else {
        peaks[peaks.count - 1] = max(peaks[peaks.count - 1], UInt32(records))
        while shared < min(last.count, token.count), last[shared] == token[shared] { shared += 1 }
      }
      entries.append(UInt8(shared))
      entries.append(UInt8(token.count - shared))
      entries.append(copying: token.extracting(shared..<token.count))
      var left = records
      while left >= 0x80 {
        entries.append(UInt8(left & 0x7F) | 0x80)
        left >>= 7
      }
      entries.append(UInt8(left))
      last.removeSubrange(shared...)
      for index in shared..<token.count { last.append(token[index]) }
      count += 1
      if records < minimumInBitmap { postingCount += records }
    }

    consuming func finish() -> TokenDictionary {
      starts.append(entries.count)
      return TokenDictionary(
        count: count, minimumInBitmap: minimumInBitmap, entries: entries.freeze(),
        starts: starts.freeze(), postings: postings.freeze(), peaks: peaks.freeze())
    }
  }
}
