internal import Corpora
internal import System
internal import UnicodeText

/// A piece of work of a search over files.
///
/// Its findings take its place in the order of output.
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

  /// Whether it may wait for another program, so that only the caller's thread, which signals reach, may do it.
  var mayBlock: Bool {
    guard case .stream(_, let file) = self else { return false }
    return file.mayBlock
  }
}

/// A file to be searched.
struct SearchedFile: Sendable {
  let path: FilePath

  /// The path as it was given, for a file that was asked for.
  private let given: String?

  /// Whether it was found in a folder, where binary and unreadable files are passed over.
  let isFound: Bool

  /// Whether it is a pipe or a device, whose bytes may come late.
  let mayBlock: Bool

  init(_ path: FilePath, name: String? = nil, isFound: Bool, mayBlock: Bool = false) {
    self.path = path
    given = name
    self.isFound = isFound
    self.mayBlock = mayBlock
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

  /// The columns of its records, all that were met so far in their file; empty for lines.
  var fields: [Field] = []

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

  /// The parts, with the first `wanted` matches of all.
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

  /// The bytes that it keeps from others, about.
  var memoryBytes: Int {
    parts.reduce(256 + (rows?.corpus.memoryBytes ?? 0)) { $0 + 64 + $1.path.utf8.count }
  }
}

/// Records picked from files, and which of them are rows of the result.
struct FoundRows: Sendable {
  let corpus: Corpus

  /// The rows; other records are context.
  let matches: ResultSet

  /// Whether the number of a record in its part is that of its line, not its place in `corpus`.
  let areLines: Bool

  /// The number of each record in its part; `nil` if it is its place in `corpus`, or that of its line.
  var numbers: FrozenBuffer<UInt32>?
}
