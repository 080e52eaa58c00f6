internal import Basics
internal import UnicodeText

/// Draws times as bars in terminal cells.
struct TerminalBars {
  private let chart: Chart
  private let groups: [Chart.BarGroup]
  private let width: Int
  private let isUTF8: Bool

  init(_ chart: Chart, _ groups: [Chart.BarGroup], width: Int, isUTF8: Bool) {
    self.chart = chart
    self.groups = groups
    self.width = width
    self.isUTF8 = isUTF8
  }

  /// The chart as lines, or nil if the chart does not fit.
  ///
  /// If some bars do not fit into `height`, a line above the axis shows how many are missing.
  func lines(height: Int) -> [StyledText]? {
    let bars = groups.flatMap(\.bars)
    let names = bars.map { CellWidth.width(of: ControlEscapes.escaped($0.name)) }.max() ?? 0
    let margin = min(names, max(8, width / 3))
    let values = bars.map { CellWidth.width(of: value(of: $0)) }.max() ?? 0
    let columns = width - margin - 2 - values - 1
    if columns < 5 || height < 4 { return nil }
    var body: [StyledText] = []
    var shown = 0
    var shownAtEnd: [Int] = []
    for group in groups {
      if !group.title.isEmpty {
        body.append(StyledText(group.title, .heading))
        shownAtEnd.append(shown)
      }
      for bar in group.bars {
        shown += 1
        body.append(line(of: bar, margin: margin, columns: columns))
        shownAtEnd.append(shown)
      }
    }
    // The title, the axis and the labels need three lines. The remaining lines are for the bars and
    // for the line about missing bars.
    let rowLimit = height - 3
    if body.count > rowLimit {
      body.removeSubrange(max(0, rowLimit - 1)...)
      let missing = bars.count - (body.isEmpty ? 0 : shownAtEnd[body.count - 1])
      body.append(
        StyledText(
          "\(NumberFormat.counted(missing, "more bar")) \(missing == 1 ? "does" : "do") not fit",
          .dimmed))
    }
    return [chart.headline] + body + axis(margin: margin, columns: columns)
  }

  private func value(of bar: Chart.Bar) -> String {
    bar.seconds.map { TimeUnit.text($0, isUTF8: isUTF8) } ?? bar.remark
  }

  private func line(of bar: Chart.Bar, margin: Int, columns: Int) -> StyledText {
    let name = StyledText(bar.name).fitted(margin, isUTF8: isUTF8).plain
    let blanks = String(repeating: " ", count: margin - CellWidth.width(of: name))
    let start =
      StyledText(blanks) + StyledText(name, .label)
      + StyledText(isUTF8 ? " │" : " |", .dimmed)
    guard let seconds = bar.seconds else { return start + StyledText(bar.remark, .warning) }
    let share = min(1, max(0, chart.timeScale.position(seconds)))
    return start
      + StyledText(
        BarText.bar(share * Double(columns), isUTF8: isUTF8), .series(groups.colorIndex(of: bar)))
      + StyledText(" ")
      + StyledText(value(of: bar))
  }

  private func axis(margin: Int, columns: Int) -> [StyledText] {
    let scale = chart.timeScale
    let blanks = String(repeating: " ", count: margin + 1)
    var axis = Array(repeating: isUTF8 ? "─" : "-", count: columns)
    var labels = Array(repeating: Character(" "), count: columns)
    var free = 0
    for tick in scale.ticks(atMost: max(2, columns / 10)) where tick.isLabelled {
      let column = min(columns - 1, Int((scale.position(tick.value) * Double(columns)).rounded()))
      axis[column] = isUTF8 ? "┬" : "+"
      let label = Array(Chart.label(seconds: tick.value, isUTF8: isUTF8))
      let start = min(max(0, column - label.count / 2), max(0, columns - label.count))
      guard start >= free, start + label.count <= columns else { continue }
      labels.replaceSubrange(start..<start + label.count, with: label)
      free = start + label.count + 1
    }
    return [
      StyledText(blanks + (isUTF8 ? "└" : "+") + axis.joined(), .dimmed),
      StyledText(blanks + " " + String(labels), .dimmed),
    ]
  }
}
