internal import Corpora

/// An access path without an index: every record is a candidate for every requirement.
package struct ScanPath: AccessPath {
  package static let name = "scan"
  package static let summary = "Reads all text of the corpus."

  private let textBytes: Int
  private let records: Int

  init(over corpus: Corpus) {
    textBytes = corpus.textBytes
    records = corpus.count
  }

  package static func build(
    over text: IndexedText, threads: Int, monitor: BuildMonitor
  ) -> ScanPath? {
    ScanPath(over: text.corpus)
  }

  package var memoryBytes: Int { 0 }

  package func estimate(_ requirement: Requirement) -> PathEstimate? {
    PathEstimate(indexBytes: 0, textBytes: textBytes, records: records)
  }

  package func candidates(meeting requirement: Requirement) -> PathCandidates? {
    PathCandidates(.all)
  }
}
