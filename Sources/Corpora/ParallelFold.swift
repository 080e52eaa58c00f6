import Synchronization
import Threading
import UnicodeText

/// Folds a segment by several threads.
///
/// How long folded text is shows only when it was folded. So a thread folds a part to room of its own, which stays in the
/// cache; and whoever has folded the part that all others wait for puts it, and those behind it that are ready, where they
/// belong.
struct ParallelFold: ~Copyable {
  private let segment: Segment
  private let folding: Folding
  private let parts: [Range<Int>]

  init(_ segment: Segment, _ folding: Folding, _ parts: [Range<Int>]) {
    self.segment = segment
    self.folding = folding
    self.parts = parts
  }

  /// The folded segment, the segment itself if nothing changed, nil if it was cancelled.
  func run(threads: Int, isCancelled: () -> Bool) -> Segment? {
    // No folding makes a text more than three times as long; what is not written takes no memory.
    let most = 3 * segment.text.count + 64
    var output = GrowableBuffer<UInt8>()
    guard output.reserveIfPossible(most) else {
      return segment.foldedInTurn(folding, parts, isCancelled)
    }
    var starts = GrowableBuffer<UInt32>(capacity: segment.count + 1)
    starts.append(0)
    let pieces = FoldedPieces()
    var isDone = false
    let (segment, folding, parts) = (segment, folding, parts)
    unsafe output.append(upTo: most) { text in
      unsafe starts.append(upTo: segment.count) { ends in
        let (text, ends) = unsafe (SharedRoom(text), SharedRoom(ends))
        isDone = Workers.run(parts.count, threads: threads, isCancelled: isCancelled) {
          index, isCancelled in
          // Most folded text is about as long, and needs its place later.
          text.clearAhead(segment.bytes(of: parts[index]))
          // Whoever is far ahead of the others lets them come after, rather than take more room.
          while index > pieces.next + 4 * threads && !isCancelled() { Workers.pause() }
          let piece = pieces.take()
          let room = unsafe ends.part(parts[index])
          guard
            unsafe piece.fold(
              parts[index], of: segment, by: folding, endingAt: room, isCancelled)
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

/// Folded parts that wait for their turn, and room for more.
private final class FoldedPieces: Sendable {
  private struct State {
    /// The part that is to be put next, and where.
    var next = 0
    var length = 0
    var waiting: [Int: FoldedPiece] = [:]
    var free: [FoldedPiece] = []
    var differ = false
    var areASCII = true
  }

  private let state = Mutex(State())

  /// The part that all behind it wait for.
  var next: Int { state.withLock { $0.next } }

  var length: Int { state.withLock { $0.length } }
  var differ: Bool { state.withLock { $0.differ } }
  var areASCII: Bool { state.withLock { $0.areASCII } }

  func take() -> FoldedPiece { state.withLock { $0.free.popLast() } ?? FoldedPiece() }

  func giveBack(_ piece: FoldedPiece) { state.withLock { $0.free.append(piece) } }

  /// Hands in a part, and returns those whose place is known now.
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

/// One part, folded.
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

  /// Copies the text to its place, and corrects where its records end.
  @unsafe func move(
    to room: SharedRoom<UInt8>, at place: Int, _ ends: UnsafeMutableBufferPointer<UInt32>
  ) {
    var text = GrowableBuffer<UInt8>()
    state.withLock { swap(&$0.text, &text) }
    let target = unsafe room.part(place..<place + text.count)
    text.withSpan { text in
      unsafe text.withUnsafeBufferPointer { _ = unsafe target.update(fromContentsOf: $0) }
    }
    let shift = UInt32(place)
    for index in ends.indices { unsafe ends[index] &+= shift }
    state.withLock { swap(&$0.text, &text) }
  }
}

/// Raised by whoever finds it so.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .relaxed) }

  func raise() { value.store(true, ordering: .relaxed) }
}
