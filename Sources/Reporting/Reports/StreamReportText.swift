package import Searching

/// Warnings about invalid UTF-8 that a streaming search replaced, and about files that it skipped.
package enum StreamReportText {
  /// One line for each warning.
  package static func lines(for report: StreamReport) -> [StyledText] {
    var lines: [StyledText] = []
    if let replaced = LoadReportText.replaced(report.invalidSequences) { lines.append(replaced) }
    if let skipped = LoadReportText.skipped(report.skipped) {
      lines.append(StyledText(skipped, .dimmed))
    }
    return lines
  }
}
