package import Searching

/// Warnings of a streaming search about replaced invalid UTF-8 and about skipped files.
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
