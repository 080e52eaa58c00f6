internal import Corpora
internal import UnicodeText

/// Prefetches upcoming runs of candidates, so that their cache misses overlap.
extension Scan {
  /// The distance, in runs, from the current run to the run whose record bounds are prefetched.
  private static let boundsAhead = 4

  /// The distance, in runs, from the current run to the run whose text is prefetched.
  private static let textAhead = 2

  /// The maximum number of bytes of text to prefetch for a run; the processor itself prefetches the
  /// rest.
  private static let maximumText = 8192

  /// The maximum number of record bounds to prefetch for a run, not counting the end of the run's
  /// last record.
  private static let maximumBounds = 256

  /// Prefetches memory for runs after the run at `index`, if these runs are in the same segment.
  func prepare(
    _ runs: [Range<Int>], after index: Int, _ records: Range<Int>, of text: SegmentText
  ) {
    let first = text.original.firstRecord
    func run(_ ahead: Int) -> Range<Int>? {
      guard index + ahead < runs.count, runs[index + ahead].lowerBound < records.upperBound else {
        return nil
      }
      let run = runs[index + ahead].clamped(to: records)
      return run.lowerBound - first..<run.upperBound - first
    }
    text.folded.starts.withSpan { starts in
      if let run = run(Self.boundsAhead) {
        Kernels.fetch(run.prefix(Self.maximumBounds), of: starts)
        Kernels.fetch(run.upperBound..<run.upperBound + 1, of: starts)
      }
      guard let run = run(Self.textAhead) else { return }
      let start = Int(starts[run.lowerBound])
      let end = min(Int(starts[run.upperBound]), start + Self.maximumText)
      text.folded.text.withSpan { Kernels.fetch(start..<end, of: $0) }
    }
  }
}
