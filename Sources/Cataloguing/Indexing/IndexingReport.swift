/// What indexing did.
public struct IndexingReport: Equatable, Sendable {
  /// Items that were not there before.
  public internal(set) var added = 0

  /// Items whose attributes are others now.
  public internal(set) var replaced = 0

  /// Items that were read again and are as they were.
  public internal(set) var unchanged = 0

  /// Items that had vanished from their source.
  public internal(set) var removed = 0

  /// Items without content, and records without an id.
  public internal(set) var failed = 0

  /// Items that an earlier, unfinished run had done.
  public internal(set) var resumed = 0

  /// Files that are as they were when they were last read, and were not read again.
  public internal(set) var unchangedFiles = 0

  /// Records whose id another record of the same file has too: the last one counts.
  public internal(set) var repeatedIDs = 0

  /// What went wrong, one sentence each, the first thousand of them.
  public internal(set) var problems: [String] = []

  /// What is as it should be and may be of interest: files that hold no text, a sentence for all of them.
  public internal(set) var notices: [String] = []

  /// Batches that were refused at first and were written at last.
  public internal(set) var retries = 0

  /// Sources that were not due; nil where that was not asked.
  public internal(set) var notDue: (count: Int, indexed: Int?, due: Int?)?

  public var isComplete = true

  /// Every item that something was done about.
  var items: Int { added + replaced + unchanged + removed + failed + resumed }

  public static func == (a: Self, b: Self) -> Bool {
    a.added == b.added && a.replaced == b.replaced && a.unchanged == b.unchanged
      && a.removed == b.removed && a.failed == b.failed && a.resumed == b.resumed
      && a.unchangedFiles == b.unchangedFiles && a.repeatedIDs == b.repeatedIDs
      && a.problems == b.problems && a.notices == b.notices && a.retries == b.retries
      && a.isComplete == b.isComplete
      && a.notDue?.count == b.notDue?.count && a.notDue?.due == b.notDue?.due
  }
}

/// How far indexing is.
public struct IndexingProgress: Equatable, Sendable {
  public let phase: Phase

  /// The file or folder that it is done with.
  public let path: String

  /// Bytes read, items written, or items and files removed.
  public let done: Int

  /// Of how many, if that is known.
  public let total: Int?

  public enum Phase: Sendable { case reading, indexing, removing }
}
