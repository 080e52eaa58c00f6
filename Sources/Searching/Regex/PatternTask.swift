internal import CRegex
internal import Corpora
internal import UnicodeText

/// A search of one long record on its own thread.
///
/// RE2 cannot be interrupted. If a task is dropped while its search is running, the pattern and the
/// text stay alive until the search ends.
@safe struct PatternTask: ~Copyable {
  /// New patterns are refused while at least this many dropped searches are still running.
  static let limit = 2

  /// The number of dropped searches that are still running.
  static var abandonedCount: Int { Int(cre_abandoned_scans()) }

  /// The pattern and the segment that the thread reads.
  private final class Owner: Sendable {
    let pattern: Pattern
    let segment: Segment

    init(_ pattern: Pattern, _ segment: Segment) {
      self.pattern = pattern
      self.segment = segment
    }
  }

  private let handle: OpaquePointer

  /// Starts the search of a record of `segment` on a new thread.
  ///
  /// The result is `nil` if the thread cannot be started.
  init?(
    _ pattern: Pattern, _ record: Int, of segment: Segment, in scope: FieldScope, isWhole: Bool,
    countsHits: Bool
  ) {
    let owner = unsafe Unmanaged.passRetained(Owner(pattern, segment)).toOpaque()
    let flags = scope.isIncluded.map { $0 ? UInt8(1) : 0 }
    // SAFETY: the owner keeps the text, boundaries and pattern alive until the owner is released,
    // and the owner is released exactly once. The library copies the flags before the call returns.
    let task = unsafe segment.text.withUnsafeBufferPointer { text in
      unsafe segment.starts.withUnsafeBufferPointer { starts in
        unsafe flags.withUnsafeBufferPointer { flags in
          var run = unsafe cre_run(
            text: text.baseAddress, starts: starts.baseAddress, first: record, end: record + 1,
            scope: scope.isEverything ? nil : flags.baseAddress, field_count: flags.count,
            counts_hits: countsHits ? 1 : 0)
          return unsafe cre_task_start(pattern.handle, &run, isWhole ? 1 : 0, owner) { owner in
            guard let owner = unsafe owner else { return }
            unsafe Unmanaged<Owner>.fromOpaque(owner).release()
          }
        }
      }
    }
    guard let task = unsafe task else { return nil }
    unsafe handle = task
  }

  deinit { unsafe cre_task_drop(handle) }

  /// Waits for the result: whether the record matches, and the number of hits if they are counted.
  ///
  /// Returns `nil` if the search takes longer than `milliseconds`.
  func hits(within milliseconds: Int32) -> (matches: Bool, count: Int)? {
    var found = 0
    var hits: UInt64 = 0
    guard unsafe cre_task_wait(handle, milliseconds, &found, &hits) != 0 else { return nil }
    return (found > 0, Int(hits))
  }
}
