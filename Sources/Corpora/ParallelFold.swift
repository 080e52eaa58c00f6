import Synchronization
import Threading
import UnicodeText

/// Folds a segment on several threads.
///
/// The length of folded text is unknown before folding. Therefore, each thread folds a range of
/// records into its own buffer, which stays in the cache. Ranges are copied to the output in order.
/// A thread that finishes the next range to copy also copies the finished ranges that directly
/// follow it.
struct ParallelFold: ~Copyable {
  private let segment: Segment
  private let folding: Folding
  private let parts: [Range<Int>]

  init(_ segment: Segment, _ folding: Folding, _ parts: [Range<Int>]) {
    self.segment = segment
    self.folding = folding
    self.parts = parts
  }

  /// Returns the folded segment, or the segment itself if nothing changed; nil if the call was
  /// canceled.
  func run(threads: Int, isCancelled: () -> Bool) -> Segment? {
    // Folding makes UTF-8 text at most three times as long. The system allocates only the memory
    // that is written.
    let capacity = 3 * segment.text.count + 64
    var output = GrowableBuffer<UInt8>()
    guard output.reserveIfPossible(capacity) else {
      return segment.foldedSequentially(folding, parts, isCancelled)
    }
    var starts = GrowableBuffer<UInt32>(capacity: segment.count + 1)
    starts.append(0)
    let pieces = FoldedPieces()
    var isDone = false
    let (segment, folding, parts) = (segment, folding, parts)
    unsafe output.append(upTo: capacity) { text in
      unsafe starts.append(upTo: segment.count) { ends in
        let (text, ends) = unsafe (SharedBuffer(text), SharedBuffer(ends))
        isDone = Workers.run(parts.count, threads: threads, isCancelled: isCancelled) {
          index, isCancelled in
          // A folded range usually has about the same offsets in the output as in the segment. Make
          // the pages of the output at these offsets resident now.
          text.makeResident(segment.bytes(of: parts[index]))
          // Limit the number of buffers: a thread that is far ahead of the others waits.
          while index > pieces.next + 4 * threads && !isCancelled() { Workers.pause() }
          let piece = pieces.take()
          let buffer = unsafe ends.part(parts[index])
          guard
            unsafe piece.fold(
              parts[index], of: segment, by: folding, endingAt: buffer, isCancelled)
          else { return }
          for (index, piece, place) in pieces.put(piece, index) {
            unsafe piece.move(to: text, at: place, ends.part(parts[index]))
            pieces.giveBack(piece)
          }
        }
        return segment.count
      }
      return isDone ? pieces.length : 0
    }
    if !isDone { return nil }
    if !pieces.differ { return segment }
    return Segment(
      text: output.freeze(), starts: starts.freeze(), firstRecord: segment.firstRecord,
      isASCII: pieces.areASCII)
  }
}

/// Stores each folded range until all earlier ranges are folded, and reuses the buffers.
private final class FoldedPieces: Sendable {
  private struct State {
    /// The number of the next range to copy, and its offset in the output.
    var next = 0
    var length = 0
    var waiting: [Int: FoldedPiece] = [:]
    var free: [FoldedPiece] = []
    var differ = false
    var areASCII = true
  }

  private let state = Mutex(State())

  /// The number of the next range to copy to the output.
  var next: Int { state.withLock { $0.next } }

  var length: Int { state.withLock { $0.length } }
  var differ: Bool { state.withLock { $0.differ } }
  var areASCII: Bool { state.withLock { $0.areASCII } }

  func take() -> FoldedPiece { state.withLock { $0.free.popLast() } ?? FoldedPiece() }

  func giveBack(_ piece: FoldedPiece) { state.withLock { $0.free.append(piece) } }

  /// Adds a folded range, and returns the ranges that can be copied now, with their offsets in the
  /// output.
  func put(_ piece: FoldedPiece, _ index: Int) -> [(index: Int, piece: FoldedPiece, place: Int)] {
    let facts = piece.facts
    return state.withLock { state in
      state.waiting[index] = piece
      state.differ = state.differ || facts.differs
      state.areASCII = state.areASCII && facts.isASCII
      var ready: [(Int, FoldedPiece, Int)] = []
      while let piece = state.waiting.removeValue(forKey: state.next) {
        ready.append((state.next, piece, state.length))
        state.next += 1
        state.length += piece.facts.length
      }
      return ready
    }
  }
}

/// The folded text of one range, in a reusable buffer.
private final class FoldedPiece: Sendable {
  struct Facts {
    var length = 0
    var differs = false
    var isASCII = false
  }

  private struct State: ~Copyable {
    var text = GrowableBuffer<UInt8>()
    var facts = Facts()
  }

  private let state = Mutex(State())

  var facts: Facts { state.withLock { $0.facts } }

  @unsafe func fold(
    _ records: Range<Int>, of segment: Segment, by folding: Folding,
    endingAt ends: UnsafeMutableBufferPointer<UInt32>, _ isCancelled: () -> Bool
  ) -> Bool {
    var text = GrowableBuffer<UInt8>()
    state.withLock { swap(&$0.text, &text) }
    text.truncate(to: 0)
    let isDone = unsafe segment.fold(
      records, by: folding, into: &text, endingAt: ends, isCancelled)
    let facts = Facts(
      length: text.count, differs: segment.isChanged(records, text, from: 0),
      isASCII: text.withSpan { UTF8Text.isASCII($0) })
    state.withLock { state in
      swap(&state.text, &text)
      state.facts = facts
    }
    return isDone
  }

  /// Copies the folded text to offset `place` of the output, and writes the end offsets of its
  /// records to `ends`.
  @unsafe func move(
    to buffer: SharedBuffer<UInt8>, at place: Int, _ ends: UnsafeMutableBufferPointer<UInt32>
  ) {
    var text = GrowableBuffer<UInt8>()
    state.withLock { swap(&$0.text, &text) }
    let target = unsafe buffer.part(place..<place + text.count)
    text.withSpan { text in
      unsafe text.withUnsafeBufferPointer { _ = unsafe target.update(fromContentsOf: $0) }
    }
    let shift = UInt32(place)
    for index in ends.indices { unsafe ends[index] &+= shift }
    state.withLock { swap(&$0.text, &text) }
  }
}

/// A flag that any thread may set.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .relaxed) }

  func raise() { value.store(true, ordering: .relaxed) }
}
