import CKernels
import Synchronization
import Threading
import UnicodeText

/// The sizes, in bytes, that determine how several threads read a large file; tests use small
/// sizes.
package struct BlockSizes: Hashable, Sendable {
  /// The minimum size of a file that is read in parallel.
  package var minimumFileBytes = 1 << 20

  /// The maximum number of bytes that all threads together read in one round.
  ///
  /// After each round, progress is reported and free memory is checked.
  package var round = 64 << 20

  /// The number of bytes in a block, which is also the size of a huge page.
  ///
  /// Each block fills one huge page, so two threads never write to the same new page.
  package var block = 2 << 20

  /// The number of bytes in one read.
  ///
  /// The bytes of one read stay in the second-level cache during the scan.
  package var piece = 1 << 17

  package init() {}
}

/// Reads the lines of a plain file directly into a builder's text and finds the records in that
/// text.
///
/// The stored text differs from the file only in the byte after each line. Therefore, the text need
/// not be copied, and threads can read blocks in parallel. Reading stops early at ill-formed UTF-8,
/// at a line longer than a segment, or if the file has shrunk. A slower reader must then continue
/// at `offset` and `line`.
struct LineBlocks: ~Copyable {
  /// The file offset of the first line that has no record yet.
  var offset: Int { position - tail }

  /// The line number, from 1, of the line at `offset`.
  private(set) var line = 1

  private let file: PlainFile
  private let threads: Int
  private let sizes: BlockSizes

  /// The total number of bytes that the threads read before the results of their blocks are
  /// combined.
  ///
  /// A round has at most four blocks per thread, so that no thread is idle for long.
  private let round: Int
  private let monitor: LoadMonitor
  private var blocks: [LineBlock] = []

  /// The file offset of the next read.
  private var position: Int

  /// The number of bytes after the last line end in the builder's text.
  private var tail = 0

  /// The number of bytes at the end of the text that were not scanned yet.
  ///
  /// These bytes are an incomplete UTF-8 sequence or a carriage return.
  private var held = 0

  init(_ file: PlainFile, threads: Int, sizes: BlockSizes, monitor: LoadMonitor) {
    self.file = file
    self.threads = threads
    self.sizes = sizes
    self.monitor = monitor
    round = threads == 1 ? sizes.block : min(sizes.round, sizes.block * threads * 4)
    position = file.start
  }

  /// Reads lines until the file ends or a slower reader must continue.
  ///
  /// - Throws: `cancelled`, `outOfMemory`, `recordTooLarge`.
  mutating func read(into builder: inout CorpusBuilder) throws(CorpusError) {
    while position < file.size {
      let left = file.size - position
      let capacity = builder.limit - builder.text.count
      if capacity < min(left, round) && builder.starts.count > 1 {
        dropTail(of: &builder)
        builder.endSegment()
        continue
      }
      let count = min(left, round, capacity)
      guard count > 0 else { return dropTail(of: &builder) }
      // Reserve capacity for the whole rest: unused capacity costs nothing, but later growth would
      // copy the text.
      try builder.reserve(min(left, capacity) + 1, records: min(left, capacity) / 16 + 1)
      guard try readRound(count, into: &builder) else { return dropTail(of: &builder) }
    }
    if tail == 0 { return }
    // The last line has no line end.
    builder.endCell(0)
    do throws(CorpusError) {
      try builder.endRecord(line: line)
    } catch {
      throw CorpusError(error.code, line: line)
    }
    line += 1
    tail = 0
  }

  private mutating func dropTail(of builder: inout CorpusBuilder) {
    builder.text.truncate(to: builder.recordStart)
    position -= tail
    monitor.unread(tail)
    tail = 0
    held = 0
  }

  /// Reads the next `count` bytes.
  ///
  /// Returns false, without adding any records, if a read fails or the bytes are ill-formed UTF-8.
  private mutating func readRound(
    _ count: Int, into builder: inout CorpusBuilder
  ) throws(CorpusError) -> Bool {
    let start = builder.text.count
    let cuts = cuts(from: start, count)
    while blocks.count < cuts.count { blocks.append(LineBlock()) }
    let tasks = cuts.enumerated().map { index, cut in
      let end = index + 1 < cuts.count ? cuts[index + 1] : start + count
      return LineBlock.Task(
        file: file, offset: cut - start + position, base: cut, count: end - cut,
        piece: sizes.piece)
    }
    let isComplete = LineBlock.fill(
      blocks, tasks, &builder.text, threads: threads, isCancelled: monitor.isCancelled)
    if monitor.isCancelled() { throw CorpusError(.cancelled) }
    guard isComplete, let traits = traits(of: cuts, in: builder.text) else {
      builder.text.truncate(to: start)
      return false
    }
    try take(cuts.count, traits, into: &builder)
    position += count
    try monitor.read(count)
    return true
  }

  /// The offsets where blocks begin in the text: `start`, then multiples of the block size.
  private func cuts(from start: Int, _ count: Int) -> [Int] {
    var cuts = [start]
    var next = start / sizes.block * sizes.block + sizes.block
    // Lengthen a short first block, because a block of only a few bytes could lie inside one UTF-8
    // sequence.
    if next - start < min(64, sizes.block / 2) { next += sizes.block }
    while next < start + count {
      cuts.append(next)
      next += sizes.block
    }
    return cuts
  }

  /// The `ck_make_records` flags of all blocks and of the UTF-8 sequences that cross block
  /// boundaries.
  ///
  /// Returns nil if a sequence that crosses a boundary is ill-formed.
  private func traits(of cuts: [Int], in text: borrowing GrowableBuffer<UInt8>) -> UInt32? {
    var traits: UInt32 = 0
    var held = held
    for (index, cut) in cuts.enumerated() {
      let result = blocks[index].result
      traits |= result.traits
      let seam = cut - held..<cut + result.skipped
      let hasReturn = held == 1 && text[cut - 1] == UInt8(ascii: "\r")
      if hasReturn && result.skipped == 0 {
        if text[cut] == Separator.field { traits |= UInt32(ck_has_returns) }
      } else if !seam.isEmpty {
        let valid = text.withSpan { UTF8Text.validPrefix(of: $0.extracting(seam)) }
        if valid < seam.count { return nil }
        traits |= UInt32(ck_has_non_ascii)
      }
      held = result.held
    }
    return traits
  }

  /// Adds the records of the first `count` blocks; their text is already in the builder.
  private mutating func take(
    _ count: Int, _ traits: UInt32, into builder: inout CorpusBuilder
  ) throws(CorpusError) {
    let known = builder.starts.count
    let lines = blocks[0..<count].reduce(0) { $0 + $1.result.lines }
    guard builder.starts.reserveIfPossible(lines) else { throw CorpusError(.outOfMemory) }
    builder.starts.makeResident(lines)
    let recordStart = builder.recordStart
    for block in blocks[0..<count] { block.appendStarts(to: &builder.starts) }
    if traits & UInt32(ck_has_returns) != 0 {
      builder.dropReturns(from: recordStart, record: known)
    }
    if traits & UInt32(ck_has_non_ascii) != 0 { builder.mayHoldNonASCII = true }
    builder.sources.add(lines, from: line)
    line += lines
    tail = builder.text.count - builder.recordStart
    held = blocks[count - 1].result.held
  }
}

extension CorpusBuilder {
  /// Removes the carriage return at the end of each record, starting with record `record`.
  ///
  /// The text of that record begins at `start`.
  fileprivate mutating func dropReturns(from start: Int, record: Int) {
    var left = 0
    text.withMutableSpan { text in
      starts.withMutableSpan { starts in
        var records = text._mutatingExtracting(start..<text.count)
        var ends = starts._mutatingExtracting(record..<starts.count)
        left = Kernels.dropReturns(from: &records, endingAt: &ends, base: start)
      }
    }
    text.truncate(to: start + left)
  }
}
