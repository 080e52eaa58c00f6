public import Corpora

/// The records that a search has to look at.
public enum Candidates: Equatable, Sendable {
  case all
  case some(ResultSet)
}

/// A way to narrow a search, built over one corpus.
///
/// The law: every record that meets the requirement is among the candidates. The matcher looks at each of them again, so
/// an access path changes how long a search takes and never its answer.
public protocol AccessPath: Sendable {
  /// The name in the setting `path`.
  static var name: String { get }

  /// One sentence for help.
  static var summary: String { get }

  init(over corpus: Corpus)

  /// The records that may meet the requirement; `nil` if this path cannot test it.
  func candidates(meeting requirement: Requirement) -> Candidates?
}
