internal import Corpora
internal import UnicodeText

/// Asking for the memory of runs of candidates before their turn, so that the waits for it overlap.
extension Scan {
  /// So many runs ahead the bounds of records are asked for.
  private static let boundsAhead = 4

  /// So many runs ahead the text is asked for.
  private static let textAhead = 2

  /// Of each run so much text is asked for; the processor itself fetches what is read in order behind it.
  private static let mostText = 8192

  /// Of each run the bounds of so many records are asked for, and the end of the last.
  private static let mostBounds = 256

  /// Asks for what the runs behind the one at `index` will read, as far as they are of the same segment.
  func prepare(
    _ runs: [Range<Int>], behind index: Int, _ records: Range<Int>, of text: SegmentText
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
        Kernels.fetch(run.prefix(Self.mostBounds), of: starts)
        Kernels.fetch(run.upperBound..<run.upperBound + 1, of: starts)
      }
      guard let run = run(Self.textAhead) else { return }
      let start = Int(starts[run.lowerBound])
      let end = min(Int(starts[run.upperBound]), start + Self.mostText)
      text.folded.text.withSpan { Kernels.fetch(start..<end, of: $0) }
    }
  }
}
