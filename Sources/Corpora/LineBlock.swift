import CKernels
import Synchronization
import Threading
import UnicodeText

/// Reads one block of a file of lines and stores the result; the buffers are reused for later
/// blocks.
final class LineBlock: Sendable {
  /// The block to read.
  struct Task: Sendable {
    let file: PlainFile

    /// The offset of the block in the file, and its offset in the builder's text.
    let offset, base: Int
    let count: Int

    /// The number of bytes to read at a time.
    let piece: Int
  }

  /// The result of reading a block.
  struct Result: Sendable {
    var lines = 0

    /// The flags that `ck_make_records` returned.
    var traits: UInt32 = 0

    /// The number of bytes at the start of the block that continue the last UTF-8 sequence of the
    /// previous block.
    var skipped = 0

    /// The number of bytes at the end of the block that cannot be interpreted without the next
    /// block.
    ///
    /// These bytes are an incomplete UTF-8 sequence or a carriage return.
    var held = 0

    /// Whether the whole block was read and is well-formed.
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

  /// Reads the bytes of adjacent tasks in parallel, appends them to `text`, and stores the records
  /// of each task in the task's block.
  ///
  /// - Returns: Whether all blocks were read and are well-formed; if not, the appended bytes are
  ///   undefined.
  static func fill(
    _ blocks: [LineBlock], _ tasks: [Task], _ text: inout GrowableBuffer<UInt8>, threads: Int,
    isCancelled: () -> Bool
  ) -> Bool {
    let start = text.count
    let count = tasks.reduce(0) { $0 + $1.count }
    var wasRun = false
    unsafe text.append(upTo: count) { buffer in
      let shared = unsafe SharedBuffer(buffer)
      wasRun = Workers.run(
        tasks.count, threads: threads, isCancelled: isCancelled
      ) { index, isCancelled in
        let task = tasks[index]
        let part = task.base - start..<task.base - start + task.count
        shared.makeResident(part)
        // SAFETY: the byte ranges of the tasks do not overlap.
        unsafe blocks[index].fill(shared.part(part), task, isCancelled: isCancelled)
      }
      return count
    }
    return wasRun && blocks[..<tasks.count].allSatisfy(\.result.isPlain)
  }

  /// Fills `buffer` with the task's bytes, and finds the records in these bytes.
  private func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>, _ task: Task, isCancelled: () -> Bool
  ) {
    var starts = GrowableBuffer<UInt32>()
    state.withLock { swap(&$0.starts, &starts) }
    starts.truncate(to: 0)
    var result = Result()
    unsafe Self.fill(buffer, task, &starts, &result, isCancelled)
    result.lines = starts.count
    state.withLock { state in
      swap(&state.starts, &starts)
      state.result = result
    }
  }

  private static func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>, _ task: Task,
    _ starts: inout GrowableBuffer<UInt32>, _ result: inout Result, _ isCancelled: () -> Bool
  ) {
    guard let bytes = buffer.baseAddress else { return }
    var filled = 0
    var done = 0
    while filled < task.count {
      if isCancelled() { return }
      let wanted = min(task.piece, task.count - filled)
      let space = unsafe UnsafeMutableBufferPointer(start: bytes + filled, count: wanted)
      var span = unsafe OutputSpan(buffer: space, initializedCount: 0)
      let isRead = task.file.fill(&span, at: task.offset + filled)
      let added = unsafe span.finalize(for: space)
      // A read failure ends the block. A slower reader then reads the rest of the file, and reports
      // the failure if it occurs again.
      guard isRead, added > 0 else { return }
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
        // SAFETY: a line has at least one byte, so the capacity suffices for all lines.
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

  /// The number of bytes at the end of `bytes` that cannot be interpreted without the following
  /// bytes.
  private static func held(at bytes: Span<UInt8>) -> Int {
    if bytes.count > 0 && bytes[bytes.count - 1] == UInt8(ascii: "\r") { return 1 }
    return InputWindow.cutSequence(at: bytes)
  }
}
