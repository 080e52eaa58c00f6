internal import Corpora

extension Indexer {
  /// The indexer's clock, callbacks and limits.
  package struct Environment {
    /// The current time, in seconds since 1970.
    package var now: () -> Int

    /// Returns whether to stop indexing; called between batches and while files are read.
    package var isCancelled: @Sendable () -> Bool

    package var progress: (IndexingProgress) -> Void

    /// Waits for the given number of milliseconds before a batch is retried.
    package var wait: (Int) -> Void

    /// Called before the wait for a retry, with the name of the batch, the cause of the retry, and
    /// the length of the wait in milliseconds.
    package var retrying: (String, String, Int) -> Void = { _, _, _ in }

    /// The number of items per transaction.
    package var batch = Indexer.defaultBatchSize

    /// The maximum number of threads that read files; nil for the number of processors.
    package var threads: Int?

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

  /// A source that is being indexed.
  struct Work {
    let source: Int
    let path: String
    let options: SourceOptions

    /// Whether to read unchanged files again.
    let isForced: Bool

    /// Whether the caller adds the source; false if the caller refreshes the source.
    ///
    /// An addition restores items that were deleted by id, or replaced by items of other sources.
    let isAddition: Bool

    /// When the items expire, in seconds since 1970.
    let expires: Int?

    /// The files of the source that are in the catalog, keyed by the UTF-8 bytes of their paths.
    let known: [[UInt8]: CatalogOrigin]

    /// Whether the source is a folder, where binary files are skipped.
    var isFolder = false

    /// The entries of the folder that were skipped.
    var skipped = SkippedFiles()

    /// Whether every file of the source was read completely.
    var isWhole = true

    /// Whether the content of at least one file could not be read.
    var hasFailures = false

    /// The unchanged files whose new metadata and expiries are not stored yet.
    var confirmed: [ConfirmedFile] = []

    /// Whether the items have a time to live, which starts again each time a run finds the items in
    /// their source.
    var renews: Bool { options.timeToLive != nil }

    func known(_ path: String) -> CatalogOrigin? { known[Array(path.utf8)] }

    /// Whether to read an unchanged file from its start, so that its missing items are restored.
    func restoresItems(of known: CatalogOrigin) -> Bool {
      switch known.missing {
      case .none: isForced
      case .restoredByAdding: isForced || isAddition
      case .restoredByRefresh: true
      }
    }
  }
}
