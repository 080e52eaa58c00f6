public import Corpora

/// A published way to search, as its program describes it.
public struct ContenderInfo: Hashable, Sendable {
  public let name: String

  /// The names of the strategies that it answers.
  public let strategies: [String]

  /// One sentence: the call that does the work.
  public let summary: String

  /// The known differences of its answers from ours, as one sentence that begins with `it`; nil if there are none.
  public let dialect: String?

  public init(name: String, strategies: [String], summary: String, dialect: String? = nil) {
    self.name = name
    self.strategies = strategies
    self.summary = summary
    self.dialect = dialect
  }
}

/// What a contender found.
public struct ContenderAnswer: Hashable, Sendable {
  /// The matching records, ascending.
  public let records: [RecordID]

  /// What this one search took, timed by the contender's program.
  public let nanoseconds: UInt64

  public init(records: [RecordID], nanoseconds: UInt64) {
    self.records = records
    self.nanoseconds = nanoseconds
  }
}
