/// The results of indexing.
public struct IndexingReport: Equatable, Sendable {
  /// The number of new items.
  public internal(set) var added = 0

  /// The number of existing items whose attributes changed.
  public internal(set) var replaced = 0

  /// The number of items that were read again and are unchanged.
  public internal(set) var unchanged = 0

  /// The number of items that were deleted because they are no longer in their source.
  public internal(set) var removed = 0

  /// The number of items whose content could not be read, plus the number of records whose id is
  /// empty or too long.
  public internal(set) var failed = 0

  /// The number of items that an earlier, interrupted run had already indexed.
  public internal(set) var resumed = 0

  /// The number of files that are unchanged and were not read again.
  public internal(set) var unchangedFiles = 0

  /// The number of records that were replaced by a later record of the same file, because both have
  /// the same id.
  public internal(set) var repeatedIDs = 0

  /// The first thousand problems, one sentence each.
  public internal(set) var problems: [String] = []

  /// Messages that are not problems, such as one message for all binary files in a folder.
  public internal(set) var notices: [String] = []

  /// The number of items that had expired and were added again.
  public internal(set) var revived = 0

  /// The number of expired items that were deleted at the end of the run.
  public internal(set) var purged = 0

  /// The number of batches that succeeded after a retry.
  public internal(set) var retries = 0

  /// The number of sources that were not due for a refresh; nil if there are no such sources.
  ///
  /// `indexed` is the earliest time at which a source that is not due was indexed. `due` is the
  /// time at which that source becomes due.
  public internal(set) var notDue: (count: Int, indexed: Int?, due: Int?)?

  /// Whether everything was processed; `false` after a cancellation.
  public var isComplete = true

  /// The total number of items processed.
  var items: Int { added + replaced + unchanged + removed + failed + resumed }

  public static func == (a: Self, b: Self) -> Bool {
    a.added == b.added && a.replaced == b.replaced && a.unchanged == b.unchanged
      && a.removed == b.removed && a.failed == b.failed && a.resumed == b.resumed
      && a.unchangedFiles == b.unchangedFiles && a.repeatedIDs == b.repeatedIDs
      && a.problems == b.problems && a.notices == b.notices && a.retries == b.retries
      && a.isComplete == b.isComplete && a.revived == b.revived && a.purged == b.purged
      && a.notDue?.count == b.notDue?.count && a.notDue?.due == b.notDue?.due
  }
}

/// The progress of indexing.
public struct IndexingProgress: Equatable, Sendable {
  /// The current step of indexing.
  public let phase: Phase

  /// The current file or folder.
  public let path: String

  /// The number of bytes, items or files that the current step has processed.
  public let done: Int

  /// The value of `done` at the end of the current step; nil if that value is unknown.
  public let total: Int?

  /// The steps of indexing a source.
  public enum Phase: Sendable {
    /// Reading files; `done` counts bytes.
    case reading
    /// Writing items; `done` counts items.
    case indexing
    /// Removing the items of deleted records or files; `done` counts the items or files.
    case removing
  }
}
