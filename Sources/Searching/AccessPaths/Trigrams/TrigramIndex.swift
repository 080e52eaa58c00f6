internal import Corpora
internal import Synchronization
internal import Threading
internal import UnicodeText

/// A filter of blocks by the trigrams that they hold.
///
/// The folded text is cut into blocks of whole records, of about 4.5 KB. For each of 16,384 hashes of trigrams there is a row
/// with one bit a block: whether the block holds such a trigram. A needle can only be in blocks that hold all of its
/// trigrams. Rows are kept for 64 blocks at a time, side by side: building stays in the cache, and a look-up reads one word
/// a trigram for each 256 KB of text.
public struct TrigramIndex: AccessPath {
  public static let name = "trigrams"
  public static let summary = "Skips blocks of text that lack a trigram of what is looked for."

  /// The bytes of text in a block, at least one record.
  private static let blockSize = 4608

  /// The groups of 64 blocks that are built at a time.
  private static let strip = 4

  private let blocks: TrigramBlocks

  /// The rows of each strip, group after group.
  private let rows: [FrozenBuffer<UInt64>]

  public static func build(
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
    let size = groups.count * Trigrams.rowCount
    var rows = GrowableBuffer<UInt64>(capacity: size)
    for _ in 0..<size { rows.append(0) }
    for group in groups {
      let first = (group - groups.lowerBound) * Trigrams.rowCount
      for block in 0..<64 {
        let records = blocks.records(of: group * 64 + block)
        if records.isEmpty { continue }
        let segment = folded.segments[blocks.segment(ofGroup: group)]
        let start = Int(segment.starts[records.lowerBound - segment.firstRecord])
        let end = Int(segment.starts[records.upperBound - segment.firstRecord])
        segment.text.withSpan(of: start..<end) {
          Trigrams.mark($0, block: block, in: &rows, from: first)
        }
      }
    }
    return rows.freeze()
  }

  public var memoryBytes: Int {
    rows.reduce(blocks.memoryBytes) { $0 + $1.count * MemoryLayout<UInt64>.stride }
  }

  public func estimate(_ requirement: Requirement) -> PathEstimate? {
    guard let test = TrigramTest(requirement) else { return nil }
    var surviving = 0
    var runs = 0
    var last: UInt64 = 0
    for group in 0..<blocks.groupCount {
      let word = word(of: group, test)
      surviving += word.nonzeroBitCount
      runs += (word & ~(word << 1 | last >> 63)).nonzeroBitCount
      last = word
    }
    return PathEstimate(
      indexBytes: blocks.groupCount * test.rowCount * MemoryLayout<UInt64>.stride,
      textBytes: blocks.textBytes / max(1, blocks.count) * surviving,
      records: blocks.recordCount / max(1, blocks.count) * surviving, runs: runs)
  }

  public func candidates(meeting requirement: Requirement) -> PathAnswer? {
    guard let test = TrigramTest(requirement) else { return nil }
    var runs: [Range<Int>] = []
    for group in 0..<blocks.groupCount {
      var word = word(of: group, test)
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
    return PathAnswer(.runs(runs))
  }

  /// One bit for each block of a group that may hold what is looked for.
  private func word(of group: Int, _ test: TrigramTest) -> UInt64 {
    let buffer = rows[group / Self.strip]
    let first = group % Self.strip * Trigrams.rowCount
    return test.word { buffer[first + $0] } & blocks.mask(ofGroup: group)
  }
}

/// A requirement as trigrams that a block must hold.
indirect enum TrigramTest: Sendable {
  /// All of the rows.
  case rows([Int])
  case all([TrigramTest])
  case any([TrigramTest])

  /// `nil` if no trigram is required.
  init?(_ requirement: Requirement) {
    switch requirement {
    case .nothing: return nil
    case .substring(let bytes), .tokenPrefix(let bytes):
      let rows = Trigrams.rows(of: bytes)
      if rows.isEmpty { return nil }
      self = .rows(rows)
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

  /// How many rows are read for a group of blocks.
  var rowCount: Int {
    switch self {
    case .rows(let rows): rows.count
    case .all(let tests), .any(let tests): tests.reduce(0) { $0 + $1.rowCount }
    }
  }

  /// The blocks of a group that pass; `row` gives the blocks that hold a trigram.
  func word(_ row: (Int) -> UInt64) -> UInt64 {
    switch self {
    case .rows(let rows):
      var word = ~UInt64(0)
      for index in rows where word != 0 { word &= row(index) }
      return word
    case .all(let tests):
      var word = ~UInt64(0)
      for test in tests where word != 0 { word &= test.word(row) }
      return word
    case .any(let tests): return tests.reduce(0) { $0 | $1.word(row) }
    }
  }
}
