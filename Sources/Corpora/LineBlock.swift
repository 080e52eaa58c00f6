import CKernels
import Synchronization
import UnicodeText

/// What one thread makes of one block of a file of lines; its room is used again.
final class LineBlock: Sendable {
  /// What is to be read.
  struct Task: Sendable {
    let file: PlainFile

    /// Where the block begins in the file, and in the text it becomes part of.
    let offset, base: Int
    let count: Int

    /// The bytes to read at a time.
    let piece: Int
  }

  /// What came of it.
  struct Result: Sendable {
    var lines = 0

    /// What `ck_make_records` found.
    var traits: UInt32 = 0

    /// The bytes at the start that are of a sequence begun before.
    var skipped = 0

    /// The bytes at the end that make sense with the next block only: a sequence cut, or a carriage return.
    var held = 0

    /// Whether all of it was read, and is well-formed.
    var isPlain = false
  }

  private struct State: ~Copyable {
    var starts = GrowableBuffer<UInt32>()
    var result = Result()
  }

  private let state = Mutex(State())

  var result: Result { state.withLock { $0.result } }

  func appendStarts(to starts: inout GrowableBuffer<UInt32>) {
    var own = GrowableBuffer<UInt32>()
    state.withLock { swap(&$0.starts, &own) }
    own.withSpan { starts.append(copying: $0) }
    state.withLock { swap(&$0.starts, &own) }
  }

  /// Reads the task's bytes into `room`, which they fill, and makes records of them.
  @unsafe func fill(
    _ room: UnsafeMutableBufferPointer<UInt8>, _ task: Task, isCancelled: () -> Bool
  ) {
    var starts = GrowableBuffer<UInt32>()
    state.withLock { swap(&$0.starts, &starts) }
    starts.truncate(to: 0)
    var result = Result()
    unsafe Self.fill(room, task, &starts, &result, isCancelled)
    result.lines = starts.count
    state.withLock { state in
      swap(&state.starts, &starts)
      state.result = result
    }
  }

  private static func fill(
    _ room: UnsafeMutableBufferPointer<UInt8>, _ task: Task,
    _ starts: inout GrowableBuffer<UInt32>, _ result: inout Result, _ isCancelled: () -> Bool
  ) {
    guard let bytes = room.baseAddress else { return }
    var filled = 0
    var done = 0
    while filled < task.count {
      if isCancelled() { return }
      let wanted = min(task.piece, task.count - filled)
      let space = unsafe UnsafeMutableBufferPointer(start: bytes + filled, count: wanted)
      // Whatever it is that stops us, reading on from here with care will tell.
      guard let added = unsafe task.file.read(into: space, at: task.offset + filled), added > 0
      else { return }
      filled += added
      if done == result.skipped {
        while done < filled && done < 3, unsafe bytes[done] & 0xC0 == 0x80 { done += 1 }
        result.skipped = done
      }
      let isEnd = task.offset + filled == task.file.size
      let rest = unsafe UnsafeBufferPointer(start: bytes + done, count: filled - done)
      let end = filled - (isEnd ? 0 : unsafe held(at: rest.span))
      guard starts.reserveIfPossible(end - done + 2) else { return }
      unsafe starts.append(upTo: end - done + 2) { boundaries in
        // SAFETY: a line is at least its end, so the room bounds how many there are.
        let made = unsafe ck_make_records(
          bytes + done, end - done, UInt32(task.base + done), boundaries.baseAddress)
        result.traits |= made.traits
        return made.count
      }
      done = end
    }
    result.held = task.count - done
    result.isPlain = result.traits & UInt32(ck_ill_formed) == 0
  }

  /// The bytes at the end that are to be looked at with those that follow.
  private static func held(at bytes: Span<UInt8>) -> Int {
    if bytes.count > 0 && bytes[bytes.count - 1] == UInt8(ascii: "\r") { return 1 }
    return InputWindow.cutSequence(at: bytes)
  }
}
