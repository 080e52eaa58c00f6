internal import Corpora

/// Counts the records, lines and rows before each piece of a file search, in the order of output.
///
/// A piece is what one task found (`FileFindings`).
struct FileNumbering: Sendable {
  /// The counts before a piece.
  struct Base: Sendable {
    /// The records of all files, if they are counted.
    var records = 0

    /// If the piece begins inside a file, the lines before it in that file.
    var lines = 0

    /// The rows of the result.
    var matches = 0

    /// How many rows of the piece are still wanted.
    var wanted = Int.max

    /// The columns of all records so far, including those of the piece.
    var fields: [Field] = []
  }

  private var base = Base()
  private let limit: Int?

  /// The sums of what was read and found so far.
  private(set) var totals = FileFindings()

  /// The number of records, if they are counted.
  var records: Int { base.records }

  var matches: Int { base.matches }

  /// Creates the counts.
  ///
  /// - Parameters:
  ///   - fields: the columns that are already known.
  ///   - limit: the maximum number of rows; `nil` for all.
  init(fields: [Field], limit: Int?) {
    base.fields = fields
    self.limit = limit
  }

  /// Whether no more rows are wanted.
  var isFull: Bool { limit.map { base.matches >= $0 } ?? false }

  /// Drops all failures after the first `count`: failures after the end of a search are not reported.
  mutating func truncateFailures(_ count: Int) {
    if totals.failures.count > count { totals.failures.removeLast(totals.failures.count - count) }
  }

  /// Adds a piece, and returns the counts before it.
  mutating func add(_ findings: FileFindings) -> Base {
    totals.bytes += findings.bytes
    totals.files += findings.files
    totals.indexed.add(findings.indexed)
    totals.invalidSequences += findings.invalidSequences
    totals.undecided += findings.undecided
    totals.skipped.add(findings.skipped)
    totals.failures += findings.failures
    totals.accessPath = totals.accessPath ?? findings.accessPath
    if !findings.fields.isEmpty { addFields(findings.fields) }
    if let first = findings.parts.first, !first.continuesFile { base.lines = 0 }
    var before = base
    before.wanted = limit.map { max(0, $0 - base.matches) } ?? .max
    for part in findings.parts {
      if !part.continuesFile { base.lines = 0 }
      base.lines += part.lines
      base.records += part.records
      base.matches += part.matches
    }
    return before
  }

  private mutating func addFields(_ fields: [Field]) {
    if fields == base.fields { return }
    let known = Set(base.fields.map(\.name))
    base.fields += fields.filter { !known.contains($0.name) }
  }
}
