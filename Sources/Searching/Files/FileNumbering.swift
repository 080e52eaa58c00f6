internal import Corpora

/// Counts the records, lines and rows that precede the findings of each task of a file search.
///
/// The findings must be added in the order of output.
struct FileNumbering: Sendable {
  /// The counts of everything that precedes the findings of a task.
  struct Base: Sendable {
    /// The number of records in all files before these findings, if records are counted.
    var records = 0

    /// The number of lines before these findings in the same file, if they begin inside a file.
    var lines = 0

    /// The number of rows of the result before these findings.
    var matches = 0

    /// The maximum number of rows to show from these findings, given the limit of the search.
    var wanted = Int.max

    /// The columns of all records up to the end of these findings, if the search makes rows.
    var fields: [Field] = []
  }

  private var base = Base()
  private let limit: Int?

  /// The number of matches after which the rest of a file can be skipped.
  private let enoughPerFile: Int

  /// The number of matches so far in the file that was added last.
  private var matchesInFile = 0

  /// The columns of all records so far.
  private var fields: [Field]

  /// The names in `fields`.
  private var names = NameSet()

  /// Whether the search makes rows; rows need the columns of all records so far.
  private let wantsRows: Bool

  /// The totals of all findings added so far.
  private(set) var totals = FileFindings()

  /// The number of records so far, if records are counted.
  var records: Int { base.records }

  var matches: Int { base.matches }

  /// Creates counts that start at zero.
  ///
  /// - Parameters:
  ///   - fields: the columns that are already known.
  ///   - limit: the maximum number of rows; `nil` for all.
  ///   - enoughPerFile: the number of matches after which the rest of a file can be skipped; `nil`
  ///     if all records are counted.
  ///   - wantsRows: whether the search makes rows instead of only counting matches.
  init(fields: [Field], limit: Int?, enoughPerFile: Int?, wantsRows: Bool) {
    self.fields = fields
    for field in fields { _ = names.insert(field.name) }
    self.enoughPerFile = enoughPerFile ?? .max
    self.wantsRows = wantsRows
    self.limit = limit
  }

  /// Whether the maximum number of rows has been reached.
  var isFull: Bool { limit.map { base.matches >= $0 } ?? false }

  /// Whether to ignore findings, because a sequential read of the file would have stopped before
  /// them.
  func drops(_ findings: FileFindings) -> Bool {
    guard let source = findings.source else { return false }
    return source.isDropped || source.number > 0 && matchesInFile >= enoughPerFile
  }

  /// Keeps only the first `count` failures: a search that ended early does not report later
  /// failures.
  mutating func truncateFailures(_ count: Int) {
    if totals.failures.count > count { totals.failures.removeLast(totals.failures.count - count) }
  }

  /// Adds the findings of a task, and returns the counts of everything that precedes them.
  mutating func add(_ findings: FileFindings) -> Base {
    totals.bytes += findings.bytes
    totals.files += findings.files
    totals.indexed.add(findings.indexed)
    totals.invalidSequences += findings.invalidSequences
    totals.undecided += findings.undecided
    totals.skipped.add(findings.skipped)
    totals.failures += findings.failures
    totals.accessPath = totals.accessPath ?? findings.accessPath
    if wantsRows, !findings.fields.isEmpty { addFields(findings.fields) }
    if let first = findings.parts.first, !first.continuesFile { base.lines = 0 }
    var before = base
    if findings.rows != nil { before.fields = fields }
    before.wanted = limit.map { max(0, $0 - base.matches) } ?? .max
    for part in findings.parts {
      if !part.continuesFile {
        base.lines = 0
        matchesInFile = 0
      }
      base.lines += part.lines
      matchesInFile += part.matches
      base.records += part.records
      base.matches += part.matches
    }
    return before
  }

  private mutating func addFields(_ fields: [Field]) {
    if fields == self.fields { return }
    for field in fields where names.insert(field.name) { self.fields.append(field) }
  }
}
