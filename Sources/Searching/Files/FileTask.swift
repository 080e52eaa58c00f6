internal import Corpora
internal import UnicodeText

/// A piece of work of a search over files.
///
/// What it gives stands, in the output, where the task stood.
enum FileTask: Sendable {
  /// A path of the command line, which may name anything.
  case path(String)

  /// Lists a folder.
  case folder(WalkedFolder, FolderWalk)

  /// Searches files, one after the other.
  case files([SearchedFile])

  /// Searches a part of a large file of lines.
  case strip(LineFile, Range<Int>)

  /// Reads an input from its beginning to its end.
  case stream(RecordStream.Place, SearchedFile)
}

/// A file to be searched.
struct SearchedFile: Sendable {
  let path: FilePath

  /// The path as it was given, for a file that was asked for.
  private let given: String?

  /// Whether it was found in a folder, where binary and unreadable files are passed over.
  let isFound: Bool

  init(_ path: FilePath, name: String? = nil, isFound: Bool) {
    self.path = path
    given = name
    self.isFound = isFound
  }

  /// The path as it is shown.
  var name: String { given ?? path.text }
}

/// What a task gave: what was found in some files, or parts of files, that follow one another.
struct FileFindings: Sendable {
  /// What was seen of one file.
  struct Part: Sendable {
    let path: String

    /// Whether it goes on where the part before ended, in the same file.
    var continuesFile = false

    /// The records that match, or that do not if those are wanted.
    var matches = 0

    /// All records, if they are counted.
    var records = 0

    /// All lines, if they are counted.
    var lines = 0
  }

  var parts: [Part] = []

  /// The records to be shown, with those near them if context is wanted; `nil` for none.
  var rows: FoundRows?

  var bytes = 0
  var files = 0
  var invalidSequences = 0
  var skipped = SkippedFiles()
  var failures: [CorpusError] = []

  /// The access path that found them; `nil` where nothing was searched.
  var accessPath: String?

  var matches: Int { parts.reduce(0) { $0 + $1.matches } }

  /// The bytes that it keeps from others, about.
  var memoryBytes: Int { 256 + (rows?.corpus.memoryBytes ?? 0) }
}

/// Records picked from files, and which of them are rows of the result.
struct FoundRows: Sendable {
  let corpus: Corpus

  /// The rows; other records are context.
  let matches: ResultSet

  /// Whether the number of a record in its part is that of its line, not its place in `corpus`.
  let areLines: Bool
}
