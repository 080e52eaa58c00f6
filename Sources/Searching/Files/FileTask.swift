internal import Corpora
internal import Indexing
internal import Synchronization
internal import System
internal import UnicodeText

/// A unit of work of a file search.
///
/// The findings of tasks are output in the order of the tasks.
enum FileTask: Sendable {
  /// Finds the tasks that search one of the given paths.
  case path(String)

  /// Lists a folder.
  case folder(WalkedFolder, FolderWalk)

  /// Lists a folder that a stored index covers.
  case indexedFolder(WalkedFolder, FolderWalk, IndexedFolder, IndexedPaths.Cover)

  /// Finds the blocks to read in some files of a snapshot.
  case snapshot(SnapshotPlan.Part)

  /// Searches some blocks of a file.
  case blocks(BlockRuns)

  /// Searches files one after the other.
  case files([SearchedFile])

  /// Searches a part of a large file of lines.
  case strip(LineFile, Range<Int>)

  /// Searches a part of a large file of records.
  case records(RecordFile, part: Int, SearchedFile)

  /// Searches a large file of records from the start of a part to the end of the file.
  case restOfRecords(RecordFile, part: Int, SearchedFile)

  /// Reads an input from start to end.
  case stream(RecordStream.Place, SearchedFile)

  /// Whether the task may wait for another program, such as the writer of a pipe.
  ///
  /// A task that may wait runs only on the caller's thread, which signals can interrupt.
  var mayBlock: Bool {
    guard case .stream(_, let file) = self else { return false }
    return file.mayBlock
  }
}

/// A file to search.
struct SearchedFile: Sendable {
  let path: FilePath

  /// The path as it was given; `nil` for a file found in a folder.
  private let given: String?

  /// Whether the file was found in a folder; binary and unreadable files in folders are skipped.
  let isFound: Bool

  /// Whether the file is a pipe or a device, whose bytes may arrive late.
  let mayBlock: Bool

  init(_ path: FilePath, name: String? = nil, isFound: Bool, mayBlock: Bool = false) {
    self.path = path
    given = name
    self.isFound = isFound
    self.mayBlock = mayBlock
  }

  /// The path to show.
  var name: String { given ?? path.text }
}

/// The counts, rows and errors that one task found in consecutive files or parts of files.
struct FileFindings: Sendable {
  /// The counts of one file or part of a file.
  struct Part: Sendable {
    let path: String

    /// Whether the part is in the same file as the previous part.
    var continuesFile = false

    /// The number of records that match; for an inverted search, the number that do not match.
    var matches = 0

    /// The number of records, if they are counted.
    var records = 0

    /// The number of lines, if they are counted.
    var lines = 0
  }

  var parts: [Part] = []

  /// The columns of the records that these findings cover.
  var fields: [Field] = []

  /// The records to show, with their context records if the search needs context.
  ///
  /// The value is `nil` if there are no records to show.
  var rows: FoundRows?

  var bytes = 0
  var files = 0
  /// The number of indexed blocks, and how many of them were read.
  var indexed = StoredIndexUse()
  var invalidSequences = 0
  /// The number of undecided records: the search could not find out whether they match.
  var undecided = 0
  var skipped = SkippedFiles()
  var failures: [CorpusError] = []

  /// The access path that the search used; `nil` if nothing was searched.
  var accessPath: String?

  /// The searched part of a large file of records; `nil` if the task searched no such part.
  var source: RecordFilePart?

  var matches: Int { parts.reduce(0) { $0 + $1.matches } }

  /// The parts, with match counts that include only the first `wanted` matches.
  func parts(withMatches wanted: Int) -> [Part] {
    if matches <= wanted { return parts }
    var left = wanted
    return parts.map { part in
      var part = part
      part.matches = min(part.matches, left)
      left -= part.matches
      return part
    }
  }

  /// The approximate memory of the findings, in bytes.
  var memoryBytes: Int {
    parts.reduce(256 + (rows?.corpus.memoryBytes ?? 0)) { $0 + 64 + $1.path.utf8.count }
  }
}

/// A part of a large file of records.
struct RecordFilePart: Sendable {
  let last: LastPart
  let number: Int

  /// Whether this part is ignored because an earlier part has an error or enough matches.
  ///
  /// The result is final once all earlier parts have been searched.
  var isDropped: Bool { number > last.number.load(ordering: .relaxed) }
}

/// Records selected from files: rows of the result, and context.
struct FoundRows: Sendable {
  let corpus: Corpus

  /// The records that are rows; all other records are context.
  let matches: ResultSet

  /// Whether the records are lines.
  ///
  /// The record number of a line is computed from its line number, not taken from `numbers`.
  let areLines: Bool

  /// The number of each record within its part of the file.
  ///
  /// The value is `nil` if a record's number is its position in `corpus`, or is computed from its
  /// line number.
  var numbers: FrozenBuffer<UInt32>?
}
