internal import CRegex
internal import Corpora
internal import UnicodeText

/// A search of one long record on a thread of its own.
///
/// The library cannot be interrupted. A task that is dropped before its end is left behind: it keeps its pattern and its
/// text alive, and ends by itself.
@safe struct PatternTask: ~Copyable {
  /// How many searches may be left behind before new patterns are refused.
  static let limit = 2

  /// How many searches that were left behind still run.
  static var leftBehind: Int { Int(cre_tasks_left_behind()) }

  /// What the thread reads.
  private final class Owner: Sendable {
    let pattern: Pattern
    let segment: Segment

    init(_ pattern: Pattern, _ segment: Segment) {
      self.pattern = pattern
      self.segment = segment
    }
  }

  private let handle: OpaquePointer

  /// Starts to search a record of `segment`; `nil` if no thread can be had.
  init?(
    _ pattern: Pattern, _ record: Int, of segment: Segment, in scope: FieldScope, isWhole: Bool,
    countsHits: Bool
  ) {
    let owner = unsafe Unmanaged.passRetained(Owner(pattern, segment)).toOpaque()
    let flags = scope.isIncluded.map { $0 ? UInt8(1) : 0 }
    // SAFETY: the owner keeps text, boundaries and pattern in place until the library releases it, in every case once;
    // the flags are copied before the call returns.
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

  /// Whether the record matches, and in how many places if they were to be counted; `nil` if that is not known in time.
  func hits(within milliseconds: Int32) -> (matches: Bool, count: Int)? {
    var found = 0
    var hits: UInt64 = 0
    guard unsafe cre_task_wait(handle, milliseconds, &found, &hits) != 0 else { return nil }
    return (found > 0, Int(hits))
  }
}
