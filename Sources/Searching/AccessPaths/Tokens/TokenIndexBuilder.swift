internal import Corpora
internal import Synchronization
internal import Threading
internal import UnicodeText

/// Builds a token index in three steps.
///
/// 1. Each thread reads a range of the records, and assigns an ID to each distinct token in it.
/// 2. The vocabularies of all ranges are merged into one dictionary.
/// 3. Each thread appends the record numbers of its range to the posting lists and bitmaps.
///
/// In addition to the index, the build needs memory for the vocabularies and for the token IDs:
/// four bytes for each token of each record. The memory for the token IDs is freed while the lists
/// are written. The index does not depend on how the work is divided.
struct TokenIndexBuilder: Sendable {
  /// Settings that determine how the builder divides its work.
  struct Tuning: Sendable {
    /// The minimum number of bytes of text for each thread; a thread with less text would not save
    /// time.
    var minimumPartBytes = 1 << 20
    /// The number of bytes of text in a block.
    var block = 1 << 24
    /// The number of bytes of text to read between two checks for cancellation.
    var step = 1 << 20
  }

  /// A run of records, and the token IDs of each record.
  private struct Block: Sendable {
    let first: UInt32
    let ids: FrozenBuffer<UInt32>
    let ends: FrozenBuffer<UInt32>
    let textBytes: Int
  }

  private struct Part: Sendable {
    var blocks: [Block] = []
    let vocabulary: SortedVocabulary
  }

  private let text: IndexedText
  private let threads: Int
  private let monitor: BuildMonitor
  private let tuning: Tuning
  private let isCancelled: @Sendable () -> Bool

  private static let tokenizer = Tokenizer(.standard)

  /// Creates a builder.
  ///
  /// The closure `isCancelled` is never called by two threads at the same time. If `isCancelled` is
  /// `nil`, the builder polls the monitor instead.
  init(
    _ text: IndexedText, threads: Int, monitor: BuildMonitor, tuning: Tuning = Tuning(),
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.text = text
    self.threads = threads
    self.monitor = monitor
    self.tuning = tuning
    self.isCancelled = isCancelled ?? { monitor.isCancelled }
  }

  private var universe: Int { text.corpus.count }

  private var textBytes: Int { text.folded.segments.reduce(0) { $0 + $1.text.count } }

  /// The size in bytes of a record number in a posting list.
  private var width: Int {
    universe <= 1 << 8 ? 1 : universe <= 1 << 16 ? 2 : universe <= 1 << 24 ? 3 : 4
  }

  /// Builds the index; returns `nil` if the build was canceled.
  func build() -> TokenIndex? {
    let isUsable = universe <= Int(UInt32.max)
    // Reading the text takes most of the build time. For the progress, assume that writing the
    // postings of a record takes a quarter of the time of reading the record.
    if isUsable { monitor.expect(textBytes + textBytes / 4) }
    guard let parts = isUsable ? collect() : [] else { return nil }
    let words = (universe + 63) / 64
    var merger = VocabularyMerger(
      parts.map(\.vocabulary), words: words, minimumInBitmap: max(1, words * 8 / width))
    merger.merge()
    let chosen = merger.prefixes.chosen(bitmapBytes: words * 8, limit: textBytes / 8)
    guard var postings = write(parts, &merger) else { return nil }
    guard let unions = unite(chosen, postings) else { return nil }
    postings.unions = unions
    return TokenIndex(
      dictionary: merger.finish(), postings: postings, textBytes: textBytes, isUsable: isUsable)
  }

  /// Divides the records into runs with about the same amount of text.
  ///
  /// The bounds are multiples of 64, so no two runs share a word of a bitmap.
  private func cut() -> [Range<Int>] {
    let size = max(tuning.minimumPartBytes, textBytes / max(1, threads) + 1)
    var runs: [Range<Int>] = []
    var start = 0
    var before = 0
    for segment in text.folded.segments {
      while before + segment.text.count >= size * (runs.count + 1) {
        let limit = size * (runs.count + 1) - before
        let record = segment.starts.withSpan {
          RecordFinder.record(at: UInt32(clamping: limit), in: $0, from: 0, end: segment.count)
        }
        let end = min(universe, (segment.firstRecord + record) / 64 * 64 + 64)
        if end > start { runs.append(start..<end) }
        if end <= start { break }
        start = end
      }
      before += segment.text.count
    }
    if start < universe { runs.append(start..<universe) }
    return runs
  }

  /// Runs `count` tasks on the threads; returns `false` if the work was canceled.
  private func run(
    _ count: Int, _ body: @escaping @Sendable (Int, _ isCancelled: () -> Bool) -> Void
  ) -> Bool {
    Workers.run(count, threads: threads, isCancelled: isCancelled, body)
  }

  // MARK: Reading

  private func collect() -> [Part]? {
    let runs = cut()
    let parts = Mutex([Part?](repeating: nil, count: runs.count))
    let isComplete = run(runs.count) { index, isCancelled in
      let part = collect(runs[index], isCancelled)
      parts.withLock { $0[index] = part }
    }
    let collected = parts.withLock { $0 }
    return isComplete ? collected.compactMap(\.self) : nil
  }

  /// Assigns IDs to the tokens of a run of records; returns `nil` if the build was canceled.
  private func collect(_ run: Range<Int>, _ isCancelled: () -> Bool) -> Part? {
    var vocabulary = Vocabulary()
    var blocks: [Block] = []
    for segment in text.folded.segments {
      let all = segment.firstRecord..<segment.firstRecord + segment.count
      var start = run.clamped(to: all).lowerBound - all.lowerBound
      let last = run.clamped(to: all).upperBound - all.lowerBound
      while start < last {
        let end = segment.starts.withSpan { starts in
          let limit = UInt32(clamping: Int(starts[start]) + tuning.block)
          return max(
            start + 1, RecordFinder.record(at: limit, in: starts, from: start, end: last))
        }
        let block = collect(start..<end, of: segment, by: &vocabulary, isCancelled)
        guard let block else { return nil }
        blocks.append(block)
        start = end
      }
    }
    if isCancelled() { return nil }
    return Part(blocks: blocks, vocabulary: vocabulary.sorted())
  }

  private func collect(
    _ records: Range<Int>, of segment: Segment, by vocabulary: inout Vocabulary,
    _ isCancelled: () -> Bool
  ) -> Block? {
    var notes = RecordNotes()
    let first = UInt32(segment.firstRecord + records.lowerBound)
    let bytes = Int(segment.starts[records.lowerBound])..<Int(segment.starts[records.upperBound])
    let isComplete = segment.text.withSpan(of: bytes) { text in
      segment.starts.withSpan(of: records.lowerBound..<records.upperBound + 1) { starts in
        vocabulary.note(
          text, startingAt: starts, from: first, by: Self.tokenizer, into: &notes,
          step: tuning.step
        ) { read in
          monitor.advance(by: read)
          return !isCancelled()
        }
      }
    }
    guard isComplete else { return nil }
    let (ids, ends) = notes.freeze()
    return Block(first: first, ids: ids, ends: ends, textBytes: bytes.count)
  }

  // MARK: Writing

  /// Writes the posting lists and bitmaps of all tokens; returns `nil` if the build was canceled.
  private func write(_ parts: [Part], _ merger: inout VocabularyMerger) -> PrefixPostings? {
    let (width, words) = (width, merger.words)
    var lists = GrowableBuffer<UInt8>(capacity: merger.dictionary.postingCount * width)
    var bitmaps = GrowableBuffer<UInt64>(capacity: merger.frequent.count * words)
    unsafe bitmaps.append(upTo: merger.frequent.count * words) { buffer in
      unsafe buffer.initialize(repeating: 0)
      return buffer.count
    }
    let offsets = merger.offsets
    // A task removes the blocks of its part one by one, so that each block is freed after it is
    // written.
    let left = Mutex(parts.map { Array($0.blocks.reversed()) })
    var isComplete = false
    unsafe lists.append(upTo: merger.dictionary.postingCount * width) { buffer in
      unsafe bitmaps.withUnsafeMutableBufferPointer { bitmaps in
        unsafe merger.cursors.withUnsafeMutableBufferPointer { cursors in
          guard let lists = buffer.baseAddress, let bitmaps = bitmaps.baseAddress,
            let cursors = cursors.baseAddress
          else { return }
          // SAFETY: each part of the records has its own cursors, which point to list elements that
          // no other part writes. Parts are cut at multiples of 64 records, so no two parts write
          // the same word of a bitmap.
          nonisolated(unsafe) let (sharedLists, sharedBitmaps, sharedCursors) = unsafe (
            lists, bitmaps, cursors
          )
          isComplete = run(offsets.count) { index, isCancelled in
            while !isCancelled(), let block = left.withLock({ $0[index].popLast() }) {
              block.ids.withSpan { ids in
                block.ends.withSpan { ends in
                  unsafe Kernels.place(
                    ids, endingAt: ends, from: block.first, by: sharedCursors + offsets[index],
                    lists: sharedLists, width: width, bitmaps: sharedBitmaps)
                }
              }
              monitor.advance(by: block.textBytes / 4)
            }
          }
        }
      }
      return buffer.count
    }
    if !isComplete { return nil }
    return PrefixPostings(
      universe: universe, lists: Kernels.PostingList(bytes: lists.freeze(), width: width),
      bitmaps: bitmaps.freeze(), counts: merger.counts, frequent: merger.frequent)
  }

  /// Creates a bitmap for each chosen prefix; returns `nil` if the build was canceled.
  private func unite(
    _ chosen: [PrefixRuns.Run], _ postings: PrefixPostings
  ) -> [[UInt8]: PrefixPostings.Union]? {
    let unions = Mutex([PrefixPostings.Union?](repeating: nil, count: chosen.count))
    let isComplete = run(chosen.count) { index, _ in
      let union = postings.union(of: chosen[index].lists, chosen[index].bitmaps)
      unions.withLock { $0[index] = union }
    }
    guard isComplete else { return nil }
    let made = unions.withLock { $0.compactMap(\.self) }
    return Dictionary(uniqueKeysWithValues: zip(chosen.map(\.prefix), made))
  }
}
