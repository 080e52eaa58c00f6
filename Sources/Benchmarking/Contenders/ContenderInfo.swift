public import Corpora

/// A contender, a published way to search, as the contender program describes it.
public struct ContenderInfo: Hashable, Sendable {
  public let name: String

  /// The names of the strategies that it supports.
  public let strategies: [String]

  /// One sentence that names the call that does the work.
  public let summary: String

  /// How its answers are known to differ from ours, as a sentence that starts with `it`; nil if they do not.
  public let dialect: String?

  public init(name: String, strategies: [String], summary: String, dialect: String? = nil) {
    self.name = name
    self.strategies = strategies
    self.summary = summary
    self.dialect = dialect
  }
}

/// The answer of a contender.
public struct ContenderAnswer: Hashable, Sendable {
  /// The matching records, in ascending order.
  public let records: [RecordID]

  /// The duration of this one search, measured in the contender process.
  public let nanoseconds: UInt64

  public init(records: [RecordID], nanoseconds: UInt64) {
    self.records = records
    self.nanoseconds = nanoseconds
  }
}
