public import Searching

/// What a search left out while it read, in sentences.
public enum StreamReportText {
  /// A line for each thing that a reader should know of.
  public static func lines(for report: StreamReport) -> [StyledText] {
    var lines: [StyledText] = []
    if let replaced = LoadReportText.replaced(report.invalidSequences) { lines.append(replaced) }
    if let skipped = LoadReportText.skipped(report.skipped) {
      lines.append(StyledText(skipped, .dimmed))
    }
    return lines
  }
}
