internal import Corpora
internal import Indexing
internal import Synchronization
internal import Threading
internal import UnicodeText

/// A filter that skips blocks of text that lack a trigram of the query.
///
/// The folded text is divided into blocks of about 4.5 KB, which consist of whole records. The
/// index is a bit matrix with one column for each block, and each trigram is hashed to one of
/// 16,384 rows. A bit is set if its block contains a trigram of its row. A block can contain a
/// needle only if it contains all trigrams of the needle. Rows are stored in strips of 512 blocks,
/// so a lookup reads one cache line for each trigram and each 2 MB of text.
package struct TrigramIndex: AccessPath {
  package static let name = "trigrams"
  package static let summary = "Skips blocks of text that lack a trigram of the query."

  /// The number of bytes of text in a block; a block has at least one record.
  private static let blockSize = 4608

  /// The number of groups of 64 blocks in a strip.
  ///
  /// A row of a strip has one word for each group, and fills one cache line.
  private static let strip = 8

  /// The cost of starting a run of blocks: the number of bytes that a scan reads in the same time.
  ///
  /// The first reads of a run miss the cache.
  private static let runCost = 16 << 10

  private let blocks: TrigramBlocks

  /// The rows of each strip; a row has a 64-bit word for each group of blocks in the strip.
  private let rows: [FrozenBuffer<UInt64>]

  package static func build(
    over text: IndexedText, threads: Int, monitor: BuildMonitor
  ) -> TrigramIndex? {
    build(over: text, threads: threads, monitor: monitor, blockSize: blockSize)
  }

  static func build(
    over text: IndexedText, threads: Int, monitor: BuildMonitor, blockSize: Int
  ) -> TrigramIndex? {
    let blocks = TrigramBlocks(text.folded, blockSize: blockSize)
    let strips = (blocks.groupCount + strip - 1) / strip
    monitor.expect(strips)
    let built = Mutex([FrozenBuffer<UInt64>?](repeating: nil, count: strips))
    func cancels() -> Bool { monitor.isCancelled }
    let isDone = Workers.run(strips, threads: threads, isCancelled: cancels) { index, isCancelled in
      if isCancelled() { return }
      let groups = index * strip..<min(blocks.groupCount, (index + 1) * strip)
      let rows = Self.rows(of: groups, blocks, text.folded)
      built.withLock { $0[index] = rows }
      monitor.advance(by: 1)
    }
    guard isDone, !monitor.isCancelled else { return nil }
    let rows = built.withLock { $0.compactMap { $0 } }
    return rows.count == strips ? TrigramIndex(blocks: blocks, rows: rows) : nil
  }

  private static func rows(
    of groups: Range<Int>, _ blocks: TrigramBlocks, _ folded: FoldedCorpus
  ) -> FrozenBuffer<UInt64> {
    var rows = zeros(groups.count * Trigrams.rowCount)
    // Fill the rows of one group in a buffer that is small enough to stay in the cache.
    var ofGroup = zeros(Trigrams.rowCount)
    for group in groups {
      for block in 0..<64 {
        let records = blocks.records(of: group * 64 + block)
        if records.isEmpty { continue }
        let segment = folded.segments[blocks.segment(ofGroup: group)]
        let start = Int(segment.starts[records.lowerBound - segment.firstRecord])
        let end = Int(segment.starts[records.upperBound - segment.firstRecord])
        segment.text.withSpan(of: start..<end) {
          Trigrams.mark($0, block: block, in: &ofGroup, from: 0)
        }
      }
      var place = group - groups.lowerBound
      for row in 0..<Trigrams.rowCount {
        rows[place] = ofGroup[row]
        ofGroup[row] = 0
        place += groups.count
      }
    }
    return rows.freeze()
  }

  private static func zeros(_ count: Int) -> GrowableBuffer<UInt64> {
    var words = GrowableBuffer<UInt64>(capacity: count)
    for _ in 0..<count { words.append(0) }
    return words
  }

  package var memoryBytes: Int {
    rows.reduce(blocks.memoryBytes) { $0 + $1.count * MemoryLayout<UInt64>.stride }
  }

  package func estimate(_ requirement: Requirement) -> PathEstimate? {
    TrigramTest(requirement).map { estimate(words(passing: $0), $0) }
  }

  package func candidates(meeting requirement: Requirement) -> PathCandidates? {
    TrigramTest(requirement).map { PathCandidates(.runs(runs(words(passing: $0)))) }
  }

  /// The estimate and the candidates; both come from one pass over the rows.
  package func offer(_ requirement: Requirement) -> PathOffer? {
    guard let test = TrigramTest(requirement) else { return nil }
    let words = words(passing: test)
    return PathOffer(estimate: estimate(words, test)) { PathCandidates(.runs(runs(words))) }
  }

  private func estimate(_ words: [UInt64], _ test: TrigramTest) -> PathEstimate {
    var surviving = 0
    var runs = 0
    var last: UInt64 = 0
    for word in words {
      surviving += word.nonzeroBitCount
      runs += (word & ~(word << 1 | last >> 63)).nonzeroBitCount
      last = word
    }
    return PathEstimate(
      indexBytes: blocks.groupCount * test.trigramCount * MemoryLayout<UInt64>.stride,
      textBytes: blocks.textBytes / max(1, blocks.count) * surviving,
      records: blocks.recordCount / max(1, blocks.count) * surviving, runs: runs,
      runCost: Self.runCost)
  }

  private func runs(_ words: [UInt64]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (group, word) in words.enumerated() {
      var word = word
      while word != 0 {
        let records = blocks.records(of: group * 64 + word.trailingZeroBitCount)
        word &= word - 1
        if records.isEmpty { continue }
        if let last = runs.last, last.upperBound == records.lowerBound {
          runs[runs.count - 1] = last.lowerBound..<records.upperBound
        } else {
          runs.append(records)
        }
      }
    }
    return runs
  }

  /// One bit for each block, set if the block may match.
  ///
  /// Each word has the bits of a group of 64 blocks.
  ///
  /// If a block is between two blocks that may match, its bit is also set. Reading this one block
  /// takes less time than starting another run.
  private func words(passing test: TrigramTest) -> [UInt64] {
    var words: [UInt64] = []
    words.reserveCapacity(blocks.groupCount)
    for (index, buffer) in rows.enumerated() {
      let first = index * Self.strip
      let width = min(Self.strip, blocks.groupCount - first)
      let line = buffer.withSpan { rows in test.line { Line(rows, at: $0 * width, width) } }
      for place in 0..<width { words.append(line[place] & blocks.mask(ofGroup: first + place)) }
    }
    var last: UInt64 = 0
    for group in words.indices {
      let word = words[group]
      let next = group + 1 < words.count ? words[group + 1] : 0
      let holes = (word << 1 | last >> 63) & (word >> 1 | next << 63)
      if holes & ~word != 0 { words[group] = word | holes & blocks.mask(ofGroup: group) }
      last = word
    }
    return words
  }
}

/// One bit for each block of a strip.
private typealias Line = SIMD8<UInt64>

extension Line {
  /// The words of a row; if the strip has fewer than eight groups, the other words are 0.
  fileprivate init(_ rows: Span<UInt64>, at start: Int, _ width: Int) {
    let words = rows.extracting(start..<start + width)
    self = .zero
    for place in 0..<width { self[place] = words[place] }
  }
}

extension TrigramTest {
  /// Creates a test; every block that contains a matching record passes the test.
  ///
  /// The result is `nil` if the requirement implies no trigram.
  init?(_ requirement: Requirement) {
    switch requirement {
    case .nothing: return nil
    case .substring(let bytes), .tokenPrefix(let bytes): self.init(bytes)
    case .all(let parts):
      let tests = parts.compactMap { TrigramTest($0) }
      if tests.isEmpty { return nil }
      self = .all(tests)
    case .any(let parts):
      let tests = parts.compactMap { TrigramTest($0) }
      if tests.isEmpty || tests.count < parts.count { return nil }
      self = .any(tests)
    }
  }

  /// The blocks of a strip that pass the test; `row` returns one row of the strip.
  fileprivate func line(_ row: (Int) -> SIMD8<UInt64>) -> SIMD8<UInt64> {
    switch self {
    case .trigrams(let trigrams):
      var line = SIMD8<UInt64>(repeating: ~0)
      for trigram in trigrams where line != .zero { line &= row(Trigrams.row(of: trigram)) }
      return line
    case .all(let tests):
      var line = SIMD8<UInt64>(repeating: ~0)
      for test in tests where line != .zero { line &= test.line(row) }
      return line
    case .any(let tests):
      var line = SIMD8<UInt64>.zero
      for test in tests { line |= test.line(row) }
      return line
    }
  }
}
