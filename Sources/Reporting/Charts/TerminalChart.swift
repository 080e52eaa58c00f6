internal import Basics
internal import UnicodeText

/// Draws a chart in terminal cells.
package enum TerminalChart {
  /// The lines of the chart: at most `height` lines of at most `width` cells.
  ///
  /// Each series is drawn as a line of Braille patterns with its own marker, so that series differ
  /// even without color. If the terminal does not support UTF-8, the output is ASCII. If the axes
  /// do not fit, the result is a message instead of a chart.
  package static func lines(
    _ chart: Chart, width: Int, height: Int, usesUTF8: Bool
  ) -> [StyledText] {
    let width = max(1, width)
    let height = max(1, height)
    let lines =
      switch chart.content {
      case .lines(let series):
        TerminalPlot(chart, series, width: width, isUTF8: usesUTF8).lines(height: height)
      case .bars(let groups):
        TerminalBars(chart, groups, width: width, isUTF8: usesUTF8).lines(height: height)
      }
    return Array((lines ?? [StyledText("the terminal is too small for a chart")]).prefix(height))
      .map { $0.fitted(width, isUTF8: usesUTF8) }
  }
}

extension StyledText {
  /// The text, truncated to `width` cells, with control characters escaped; if `isUTF8` is false,
  /// non-ASCII characters are also escaped.
  func fitted(_ width: Int, isUTF8: Bool) -> StyledText {
    var availableCells = width
    var runs: [Run] = []
    for run in self.runs where availableCells > 0 {
      let text = ControlEscapes.escaped(run.text, keepingUnicode: isUTF8)
      let cut = String(CellWidth.prefix(of: text[...], fitting: availableCells))
      availableCells =
        cut.utf8.count < text.utf8.count ? 0 : availableCells - CellWidth.width(of: cut)
      runs.append(Run(cut, run.role))
    }
    return StyledText(runs: runs)
  }
}

extension Chart {
  /// One line with the title, the scale (`linear` or `logarithmic`), and the values that all rows
  /// share.
  var headline: StyledText {
    StyledText(title, .heading)
      + StyledText(", \(scaleText)" + (subtitle.isEmpty ? "" : "; " + subtitle), .dimmed)
  }

  /// The label of a tick; `µs` becomes `us` if `isUTF8` is false.
  static func label(seconds: Double, isUTF8: Bool) -> String {
    let text = label(seconds: seconds)
    return isUTF8 ? text : text.replacingOccurrences(of: "µ", with: "u")
  }
}
