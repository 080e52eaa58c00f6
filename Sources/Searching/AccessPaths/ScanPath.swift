public import Corpora

/// No narrowing: all records are candidates, whatever is required.
public struct ScanPath: AccessPath {
  public static let name = "scan"
  public static let summary = "Reads all text of the corpus."

  public init(over corpus: Corpus) {}

  public func candidates(meeting requirement: Requirement) -> Candidates? { .all }
}
