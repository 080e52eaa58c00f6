package import Corpora

/// A contender (a published search implementation), as the contender program describes it.
package struct ContenderInfo: Hashable, Sendable {
  package let name: String

  /// The names of the strategies that the contender supports.
  package let strategies: [String]

  /// One sentence that names the library call that performs the search.
  package let summary: String

  /// How the contender's answers differ from searchbench's, as a sentence that starts with `it`;
  /// nil if no difference is known.
  package let dialect: String?

  package init(name: String, strategies: [String], summary: String, dialect: String? = nil) {
    self.name = name
    self.strategies = strategies
    self.summary = summary
    self.dialect = dialect
  }
}

/// The answer of a contender.
package struct ContenderAnswer: Hashable, Sendable {
  /// The matching records, in ascending order.
  package let records: [RecordID]

  /// How long the search took, in nanoseconds, measured in the contender process.
  package let nanoseconds: UInt64

  package init(records: [RecordID], nanoseconds: UInt64) {
    self.records = records
    self.nanoseconds = nanoseconds
  }
}
