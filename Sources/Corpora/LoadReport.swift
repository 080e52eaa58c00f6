/// A loaded corpus and the report of its load.
public struct LoadResult: Sendable {
  /// The loaded records.
  public let corpus: Corpus

  /// Statistics and errors of the load.
  public let report: LoadReport
}

/// Statistics and errors of a load.
public struct LoadReport: Sendable {
  /// Creates an empty report, for example for a corpus that was not loaded from files.
  package init() {}

  /// The number of records.
  public internal(set) var records = 0

  /// The number of bytes of text read, after decompression.
  public internal(set) var bytes = 0

  /// The duration of the load in seconds.
  public internal(set) var seconds = 0.0

  /// The number of ill-formed UTF-8 sequences that were replaced by U+FFFD.
  public internal(set) var invalidSequences = 0

  /// The number of files read.
  public internal(set) var files = 0

  /// The number of skipped folder entries for each reason.
  public internal(set) var skipped = SkippedFiles()

  /// The errors of the first 100 unreadable files in folders; `skipped.unreadable` counts all
  /// unreadable entries.
  public internal(set) var unreadable: [CorpusError] = []

  /// The errors of the files that were skipped because `skipsUnreadable` is set.
  public internal(set) var failures: [CorpusError] = []

  /// The positions up to which the files were read; they are needed to read text that is appended
  /// later.
  ///
  /// The list is empty if any file has no `FileMark`.
  package internal(set) var marks: [FileMark] = []

  /// The SHA-256 of the bytes read, if `computesSHA256` is set.
  public internal(set) var sha256: [UInt8]?
}

/// The number of skipped folder entries for each reason.
///
/// A skipped folder is one entry; its files are not counted.
public struct SkippedFiles: Hashable, Sendable {
  package init() {}

  /// The number of hidden entries that were skipped.
  public package(set) var hidden = 0

  /// The number of binary files that were skipped.
  public package(set) var binary = 0

  /// The number of entries that an ignore file excludes.
  public package(set) var ignored = 0

  /// The number of entries that could not be read.
  public package(set) var unreadable = 0

  /// The number of symbolic links and of entries that are neither files nor folders; symbolic links
  /// are not followed.
  public package(set) var special = 0

  package init(hidden: Int, ignored: Int, special: Int, unreadable: Int) {
    self.hidden = hidden
    self.ignored = ignored
    self.special = special
    self.unreadable = unreadable
  }

  package mutating func noteBinary() { binary += 1 }

  package mutating func noteUnreadable() { unreadable += 1 }

  package mutating func add(_ other: SkippedFiles) {
    hidden += other.hidden
    binary += other.binary
    ignored += other.ignored
    unreadable += other.unreadable
    special += other.special
  }

  /// The number of all skipped entries.
  public var total: Int { hidden + binary + ignored + unreadable + special }
}

/// The progress of a load.
public struct LoadProgress: Hashable, Sendable {
  /// The number of bytes read so far.
  public let bytesRead: Int

  /// The number of bytes to read; nil if this number is unknown, as for standard input, gzip and
  /// some folders.
  public let bytesExpected: Int?

  /// The number of files read so far.
  public let files: Int
}
