import CKernels
import Synchronization
import Threading
import UnicodeText

/// How a large file is parted for being read by several threads; small in tests.
package struct BlockSizes: Hashable, Sendable {
  /// The bytes of a file from which on it is worth it.
  package var least = 1 << 20

  /// The most bytes that all threads read before the next look at progress and free memory.
  package var round = 64 << 20

  /// The bytes that one thread reads at a time: a huge page, so that no two threads touch one first.
  package var block = 2 << 20

  /// The bytes of one call to the system: they are still in the second-level cache when they are looked through.
  package var piece = 1 << 17

  package init() {}
}

/// Reads the lines of a plain file straight into a builder's text and makes records of them there.
///
/// The text of lines is the file's, but for the byte at the end of each; so nothing is copied, and threads read blocks of
/// it side by side. Whatever is not as plain (ill-formed UTF-8, a line longer than a segment, a file that has become
/// shorter) is left alone: then `offset` and `line` say where somebody more careful is to go on.
struct LineBlocks: ~Copyable {
  /// Where the file's first line begins that is in no record.
  var offset: Int { position - tail }

  /// The number of that line, from 1.
  private(set) var line = 1

  private let file: PlainFile
  private let threads: Int
  private let sizes: BlockSizes

  /// The bytes that are read before what was found is put together: four blocks a thread, so that none waits for long.
  private let round: Int
  private let monitor: LoadMonitor
  private var blocks: [LineBlock] = []

  /// Where the file is to be read next.
  private var position: Int

  /// The bytes at the end of the builder's text that have no line end yet.
  private var tail = 0

  /// How many of these nobody has looked at: the start of a sequence, or a carriage return.
  private var held = 0

  init(_ file: PlainFile, threads: Int, sizes: BlockSizes, monitor: LoadMonitor) {
    self.file = file
    self.threads = threads
    self.sizes = sizes
    self.monitor = monitor
    round = threads == 1 ? sizes.block : min(sizes.round, sizes.block * threads * 4)
    position = file.start
  }

  /// Reads as far as the file is plain.
  ///
  /// - Throws: `cancelled`, `outOfMemory`, `recordTooLarge`.
  mutating func read(into builder: inout CorpusBuilder) throws(CorpusError) {
    while position < file.size {
      let left = file.size - position
      let room = builder.limit - builder.text.count
      if room < min(left, round) && builder.starts.count > 1 {
        dropTail(of: &builder)
        builder.endSegment()
        continue
      }
      let count = min(left, round, room)
      guard count > 0 else { return dropTail(of: &builder) }
      // What is reserved and not used costs nothing; what grows later costs a move.
      try builder.reserve(min(left, room) + 1, records: min(left, room) / 16 + 1)
      guard try readRound(count, into: &builder) else { return dropTail(of: &builder) }
    }
    if tail == 0 { return }
    // The last line has no end.
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

  /// Reads the next `count` bytes; false if they are not plain, and then nothing changed.
  private mutating func readRound(
    _ count: Int, into builder: inout CorpusBuilder
  ) throws(CorpusError) -> Bool {
    let start = builder.text.count
    let cuts = cuts(from: start, count)
    while blocks.count < cuts.count { blocks.append(LineBlock()) }
    let (blocks, file, piece, shift) = (blocks, file, sizes.piece, position - start)
    var isComplete = false
    unsafe builder.text.append(upTo: count) { room in
      let shared = unsafe SharedRoom(room)
      let wasRun = Workers.run(
        cuts.count, threads: threads, isCancelled: monitor.isCancelled
      ) { index, isCancelled in
        let end = index + 1 < cuts.count ? cuts[index + 1] : start + count
        let task = LineBlock.Task(
          file: file, offset: cuts[index] + shift, base: cuts[index], count: end - cuts[index],
          piece: piece)
        let part = cuts[index] - start..<end - start
        shared.clearAhead(part)
        unsafe blocks[index].fill(shared.part(part), task, isCancelled: isCancelled)
      }
      isComplete = wasRun && blocks[0..<cuts.count].allSatisfy(\.result.isPlain)
      return count
    }
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

  /// Where blocks begin in the text: at multiples of their size, but for the first.
  private func cuts(from start: Int, _ count: Int) -> [Int] {
    var cuts = [start]
    var next = start / sizes.block * sizes.block + sizes.block
    // A block of a few bytes may hold the middle of a sequence only.
    if next - start < min(64, sizes.block / 2) { next += sizes.block }
    while next < start + count {
      cuts.append(next)
      next += sizes.block
    }
    return cuts
  }

  /// What the blocks hold, with what is cut between two of them; nil if that is ill-formed.
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
        traits |= UInt32(ck_beyond_ascii)
      }
      held = result.held
    }
    return traits
  }

  /// Adds the records of the first `count` blocks, whose text is there already.
  private mutating func take(
    _ count: Int, _ traits: UInt32, into builder: inout CorpusBuilder
  ) throws(CorpusError) {
    let known = builder.starts.count
    let lines = blocks[0..<count].reduce(0) { $0 + $1.result.lines }
    guard builder.starts.reserveIfPossible(lines) else { throw CorpusError(.outOfMemory) }
    builder.starts.clearAhead(lines)
    let recordStart = builder.recordStart
    for block in blocks[0..<count] { block.appendStarts(to: &builder.starts) }
    if traits & UInt32(ck_has_returns) != 0 {
      builder.dropReturns(from: recordStart, record: known)
    }
    if traits & UInt32(ck_beyond_ascii) != 0 { builder.mayHoldNonASCII = true }
    builder.sources.add(lines, from: line)
    line += lines
    tail = builder.text.count - builder.recordStart
    held = blocks[count - 1].result.held
  }
}

extension CorpusBuilder {
  /// Takes the carriage returns from the ends of the records from `record` on, whose text begins at `start`.
  fileprivate mutating func dropReturns(from start: Int, record: Int) {
    var left = 0
    unsafe text.withUnsafeMutableBufferPointer { text in
      unsafe starts.withUnsafeMutableBufferPointer { starts in
        guard let bytes = text.baseAddress, let ends = starts.baseAddress else { return }
        // SAFETY: the records' ends lie between `start` and the end of the text, ascending.
        left = unsafe ck_drop_returns(
          bytes + start, text.count - start, UInt32(start), ends + record, starts.count - record)
      }
    }
    text.truncate(to: start + left)
  }
}
