internal import Corpora

/// No narrowing: all records are candidates, whatever is required.
public struct ScanPath: AccessPath {
  public static let name = "scan"
  public static let summary = "Reads all text of the corpus."

  private let textBytes: Int
  private let records: Int

  init(over corpus: Corpus) {
    textBytes = corpus.textBytes
    records = corpus.count
  }

  public static func build(
    over text: IndexedText, threads: Int, monitor: BuildMonitor
  ) -> ScanPath? {
    ScanPath(over: text.corpus)
  }

  public var memoryBytes: Int { 0 }

  public func estimate(_ requirement: Requirement) -> PathEstimate? {
    PathEstimate(indexBytes: 0, textBytes: textBytes, records: records)
  }

  public func candidates(meeting requirement: Requirement) -> PathAnswer? { PathAnswer(.all) }
}
