public import Searching

/// Sentences about what a streaming search replaced and skipped.
public enum StreamReportText {
  /// One line for each warning.
  public static func lines(for report: StreamReport) -> [StyledText] {
    var lines: [StyledText] = []
    if let replaced = LoadReportText.replaced(report.invalidSequences) { lines.append(replaced) }
    if let skipped = LoadReportText.skipped(report.skipped) {
      lines.append(StyledText(skipped, .dimmed))
    }
    return lines
  }
}
