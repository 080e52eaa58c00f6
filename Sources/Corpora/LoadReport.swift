/// A loaded corpus and what loading it took.
public struct LoadResult: Sendable {
  public let corpus: Corpus
  public let report: LoadReport
}

/// What a load read, and what it left out.
public struct LoadReport: Sendable {
  /// The report of a corpus that was made, not loaded.
  package init() {}

  public internal(set) var records = 0

  /// The bytes of text read, after decompression.
  public internal(set) var bytes = 0

  public internal(set) var seconds = 0.0

  /// The ill-formed UTF-8 sequences that were replaced by U+FFFD.
  public internal(set) var invalidSequences = 0

  /// The files read.
  public internal(set) var files = 0

  public internal(set) var skipped = SkippedFiles()

  /// The files left out because they could not be read, with `skipsUnreadable`.
  public internal(set) var failures: [CorpusError] = []

  /// The SHA-256 of the bytes read, with `computesSHA256`.
  public internal(set) var sha256: [UInt8]?
}

/// How many entries of folders were left out, by reason.
///
/// A folder that is left out counts once.
public struct SkippedFiles: Hashable, Sendable {
  package init() {}

  public package(set) var hidden = 0
  public package(set) var binary = 0

  /// Excluded by an ignore file.
  public package(set) var ignored = 0
  public package(set) var unreadable = 0

  /// Symbolic links, which are not followed, and what is neither file nor folder.
  public package(set) var special = 0

  package mutating func add(_ other: SkippedFiles) {
    hidden += other.hidden
    binary += other.binary
    ignored += other.ignored
    unreadable += other.unreadable
    special += other.special
  }

  public var total: Int { hidden + binary + ignored + unreadable + special }
}

/// How far a load is.
public struct LoadProgress: Hashable, Sendable {
  public let bytesRead: Int

  /// The bytes to read, nil where that is not known (standard input, gzip, folders).
  public let bytesExpected: Int?
  public let files: Int
}
