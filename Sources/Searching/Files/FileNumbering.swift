internal import Corpora

/// Counts, in the order of output, what comes before each piece of a search over files.
struct FileNumbering: Sendable {
  /// What comes before a piece.
  struct Base: Sendable {
    /// Records of all files, if they are counted.
    var records = 0

    /// Lines of the file that its first part goes on in.
    var lines = 0

    /// Rows of the result.
    var matches = 0

    /// How many of its rows are wanted.
    var wanted = Int.max

    /// The columns of all records so far, its own included.
    var fields: [Field] = []
  }

  private var base = Base()
  private let limit: Int?

  /// What was read and found so far.
  private(set) var totals = FileFindings()

  /// The number of records, if they are counted.
  var records: Int { base.records }

  var matches: Int { base.matches }

  /// - Parameters:
  ///   - fields: the columns that are known before.
  ///   - limit: how many rows are wanted.
  init(fields: [Field], limit: Int?) {
    base.fields = fields
    self.limit = limit
  }

  /// Whether no more rows are wanted.
  var isFull: Bool { limit.map { base.matches >= $0 } ?? false }

  /// Forgets failures beyond the first `count`: what comes after the end of a search is not reported.
  mutating func keepFailures(_ count: Int) {
    if totals.failures.count > count { totals.failures.removeLast(totals.failures.count - count) }
  }

  /// Counts a piece, and returns what comes before it.
  mutating func add(_ findings: FileFindings) -> Base {
    totals.bytes += findings.bytes
    totals.files += findings.files
    totals.invalidSequences += findings.invalidSequences
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
