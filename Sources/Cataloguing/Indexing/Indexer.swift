internal import Corpora

/// Brings the items of files into a catalogue, batch by batch, and keeps them up to date.
///
/// One indexer works at a catalogue at a time, whatever the process. Every batch is one transaction that says how far it
/// came, so that what is interrupted, or killed, goes on where it was. Searching is never in the way, nor kept waiting.
package final class Indexer {
  /// Items in a transaction, where nothing else is said.
  package static let usualBatch = 1_000

  let store: CatalogStore
  let environment: Environment

  /// What the indexer asks of the world.
  package struct Environment {
    /// Seconds since 1970.
    package var now: () -> Int

    /// Whether to stop; asked between batches, and while files are read.
    package var isCancelled: @Sendable () -> Bool

    package var progress: (IndexingProgress) -> Void

    /// Waits, before a batch that was refused is tried again; in milliseconds.
    package var wait: (Int) -> Void
    package var batch = Indexer.usualBatch

    package init(
      now: @escaping () -> Int, isCancelled: @escaping @Sendable () -> Bool = { false },
      progress: @escaping (IndexingProgress) -> Void = { _ in },
      wait: @escaping (Int) -> Void
    ) {
      self.now = now
      self.isCancelled = isCancelled
      self.progress = progress
      self.wait = wait
    }
  }

  package init(_ store: CatalogStore, _ environment: Environment) {
    self.store = store
    self.environment = environment
  }

  /// Records files and folders as sources, and indexes what they hold; relative paths are meant from the current folder.
  ///
  /// A source that is there already gets the new options and is read again; where its indexing was interrupted, it goes
  /// on. What cannot be read is a problem in the report, and the rest is indexed.
  ///
  /// - Throws: `off`, `indexing`, `system`, `item` (a domain that is none), `corpus` where no path can be read at all,
  ///   `cancelled` only where nothing was done: else the report says that it is not complete.
  package func add(_ paths: [String], options: SourceOptions) throws(CatalogError) -> IndexingReport
  {
    throw .cancelled
  }

  /// Reads sources again that are older than `maximumAge` in seconds, or all with `isForced`; files that are as they were,
  /// by size and time or SHA-256, are passed over, and items that have vanished from theirs are removed.
  ///
  /// The age is kept for the next time; nil means the one that was kept.
  package func refresh(
    maximumAge: Int? = nil, isForced: Bool = false
  ) throws(CatalogError) -> IndexingReport {
    throw .cancelled
  }
}
