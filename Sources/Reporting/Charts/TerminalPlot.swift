internal import Basics
internal import UnicodeText

/// Draws times against sizes as lines in terminal cells.
struct TerminalPlot {
  private static let markers: [Character] = ["●", "▲", "■", "◆", "○", "△", "□", "◇", "▼", "✚", "★"]
  private static let asciiMarkers: [Character] = [
    "o", "x", "+", "#", "@", "%", "&", "=", "$", "v", "w",
  ]

  private let chart: Chart
  private let series: [Chart.Series]
  private let width: Int
  private let isUTF8: Bool

  init(_ chart: Chart, _ series: [Chart.Series], width: Int, isUTF8: Bool) {
    self.chart = chart
    self.series = series
    self.width = width
    self.isUTF8 = isUTF8
  }

  private func marker(_ index: Int) -> Character {
    let markers = isUTF8 ? Self.markers : Self.asciiMarkers
    return markers[index % markers.count]
  }

  /// The text role that gives a line its color; on a terminal without colors, the lines differ in
  /// their markers.
  private func role(_ index: Int) -> TextRole { .series(index) }

  /// The character for a cell that several markers share, and the character that marks the size at
  /// which a series was cut off.
  private var sharedMarker: Character { isUTF8 ? "✱" : "*" }
  private var cutOffMarker: Character { isUTF8 ? "↑" : "^" }

  /// The chart as lines, or nil if the plot does not fit.
  func lines(height: Int) -> [StyledText]? {
    let scale = chart.timeScale
    let legendRows = legend(isShared: true).count
    let cutOffRows = series.allSatisfy(\.cutOffs.isEmpty) ? 0 : 1
    let rows = height - legendRows - cutOffRows - 4
    if rows < 3 { return nil }
    let ticks = scale.ticks(atMost: max(2, rows / 2)).filter(\.isLabelled)
    let labels = ticks.map { Chart.label(seconds: $0.value, isUTF8: isUTF8) }
    let margin = labels.map { CellWidth.width(of: $0) }.max() ?? 0
    let columns = width - margin - 2
    if columns < 10 { return nil }
    var canvas = DotCanvas(columns: columns, rows: rows, isBraille: isUTF8)
    draw(on: &canvas, chart.sizeScale, scale)
    var places: [Int: String] = [:]
    for (tick, label) in zip(ticks, labels) {
      places[canvas.cell(0, scale.position(tick.value)).row] = label
    }
    var lines = [chart.headline]
    if cutOffRows > 0 { lines.append(cutOffLine(columns: columns, margin: margin)) }
    for row in 0..<rows {
      let label = places[row] ?? ""
      let blanks = String(repeating: " ", count: margin - CellWidth.width(of: label))
      let axis = isUTF8 ? (label.isEmpty ? "│" : "┤") : (label.isEmpty ? "|" : "+")
      lines.append(StyledText("\(blanks)\(label) \(axis)", .dimmed) + canvas.text(row: row))
    }
    lines += sizeAxis(canvas, margin: margin)
    lines += legend(isShared: canvas.holds(sharedMarker))
    return lines
  }

  private func draw(on canvas: inout DotCanvas, _ sizes: ChartScale, _ times: ChartScale) {
    func place(_ size: Double, _ seconds: Double) -> (x: Double, y: Double) {
      (sizes.position(size), times.position(seconds))
    }
    for (index, line) in series.enumerated() {
      for point in line.points {
        canvas.line(
          from: place(point.size, point.interval.lowerBound),
          to: place(point.size, point.interval.upperBound), role: role(index))
      }
      for (a, b) in zip(line.points, line.points.dropFirst()) {
        canvas.line(
          from: place(a.size, a.seconds), to: place(b.size, b.seconds), role: role(index))
      }
    }
    for (index, line) in series.enumerated() {
      for point in line.points {
        let at = place(point.size, point.seconds)
        canvas.mark(
          canvas.cell(at.x, at.y), .init(character: marker(index), role: role(index)),
          shared: sharedMarker)
      }
    }
  }

  /// The line above the plot that shows at which sizes series were cut off.
  private func cutOffLine(columns: Int, margin: Int) -> StyledText {
    var canvas = DotCanvas(columns: columns, rows: 1, isBraille: false)
    let scale = chart.sizeScale
    for (index, line) in series.enumerated() {
      for size in line.cutOffs {
        canvas.mark(
          canvas.cell(scale.position(size), 0),
          .init(character: cutOffMarker, role: role(index)), shared: cutOffMarker)
      }
    }
    return StyledText(String(repeating: " ", count: margin + 2)) + canvas.text(row: 0)
  }

  /// The size axis with its labels and its title.
  private func sizeAxis(_ canvas: DotCanvas, margin: Int) -> [StyledText] {
    let scale = chart.sizeScale
    let blanks = String(repeating: " ", count: margin + 1)
    var axis = Array(repeating: isUTF8 ? "─" : "-", count: canvas.columns)
    var labels = Array(repeating: Character(" "), count: canvas.columns)
    var free = 0
    for tick in scale.ticks(atMost: max(2, canvas.columns / 8)) {
      let column = canvas.cell(scale.position(tick.value), 0).column
      guard tick.isLabelled else { continue }
      axis[column] = isUTF8 ? "┬" : "+"
      let label = Array(Chart.label(size: tick.value))
      let start = min(max(0, column - label.count / 2), max(0, canvas.columns - label.count))
      guard start >= free, start + label.count <= canvas.columns else { continue }
      labels.replaceSubrange(start..<start + label.count, with: label)
      free = start + label.count + 1
    }
    let corner = isUTF8 ? "└" : "+"
    let title = chart.sizeTitle
    let indent = max(0, (canvas.columns - CellWidth.width(of: title)) / 2)
    return [
      StyledText(blanks + corner + axis.joined(), .dimmed),
      StyledText(blanks + " " + String(labels), .dimmed),
      StyledText(blanks + " " + String(repeating: " ", count: indent) + title, .dimmed),
    ]
  }

  /// The legend: the marker and name of each series, with as many series on each line as possible.
  private func legend(isShared: Bool) -> [StyledText] {
    var entries = series.enumerated().map { index, line in
      let cutOff = line.cutOffs.first.map {
        " (\(cutOffMarker) cut off at \(NumberFormat.grouped(Int($0))))"
      }
      return StyledText("\(marker(index)) ", role(index)) + StyledText(line.name + (cutOff ?? ""))
    }
    if isShared && series.count > 1 {
      entries.append(StyledText("\(sharedMarker) several points overlap", .dimmed))
    }
    var lines: [StyledText] = []
    var used = 0
    for entry in entries {
      let shown = entry.fitted(width, isUTF8: true)
      let cells = CellWidth.width(of: shown.plain)
      if lines.isEmpty || used + 3 + cells > width {
        lines.append(shown)
        used = cells
      } else {
        lines[lines.count - 1] += StyledText("   ") + shown
        used += 3 + cells
      }
    }
    return lines
  }
}
