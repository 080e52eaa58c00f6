import Synchronization
import Threading
import UnicodeText

/// Folds a segment on several threads.
///
/// The length of folded text is known only after folding, so each thread folds a part into its own
/// buffer, which stays in the cache. Parts are copied to the output in order: the thread that
/// finishes the next part copies it, and also the finished parts that directly follow it.
struct ParallelFold: ~Copyable {
  private let segment: Segment
  private let folding: Folding
  private let parts: [Range<Int>]

  init(_ segment: Segment, _ folding: Folding, _ parts: [Range<Int>]) {
    self.segment = segment
    self.folding = folding
    self.parts = parts
  }

  /// The folded segment; the segment itself if nothing changed; nil if the folding was canceled.
  func run(threads: Int, isCancelled: () -> Bool) -> Segment? {
    // No folding makes UTF-8 more than three times as long. Memory that is never written stays
    // unallocated.
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
          // A folded part usually has about the same offsets in the output as the unfolded part has
          // in the segment. Make this range of the output resident now.
          text.makeResident(segment.bytes(of: parts[index]))
          // A thread that is far ahead of the others waits, which limits the number of buffers.
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

/// Holds folded parts until all parts before them are folded, and keeps buffers for reuse.
private final class FoldedPieces: Sendable {
  private struct State {
    /// The number of the next part to write, and the offset in the output at which that part is
    /// written.
    var next = 0
    var length = 0
    var waiting: [Int: FoldedPiece] = [:]
    var free: [FoldedPiece] = []
    var differ = false
    var areASCII = true
  }

  private let state = Mutex(State())

  /// The number of the part that must be written next.
  var next: Int { state.withLock { $0.next } }

  var length: Int { state.withLock { $0.length } }
  var differ: Bool { state.withLock { $0.differ } }
  var areASCII: Bool { state.withLock { $0.areASCII } }

  func take() -> FoldedPiece { state.withLock { $0.free.popLast() } ?? FoldedPiece() }

  func giveBack(_ piece: FoldedPiece) { state.withLock { $0.free.append(piece) } }

  /// Adds a folded part, and returns the parts that can be written now, with their offsets in the
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

/// One folded part.
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

  /// Copies the folded text to offset `place` of the output, and adds `place` to the end offsets of
  /// its records.
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

/// A flag that any thread may raise.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .relaxed) }

  func raise() { value.store(true, ordering: .relaxed) }
}
