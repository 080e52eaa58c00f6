internal import Basics

/// Draws times as bars, in groups that share one time axis.
struct SVGBars {
  private static let barHeight = 18.0
  private static let rowHeight = 26.0

  private let chart: Chart
  private let groups: [Chart.BarGroup]
  private let times: ChartScale

  private let left = 210.0
  private let right = SVGChart.width - 120
  private let top = 76.0

  init(_ chart: Chart, _ groups: [Chart.BarGroup]) {
    self.chart = chart
    self.groups = groups
    times = chart.timeScale
  }

  private func x(_ seconds: Double) -> Double {
    left + min(1, max(0, times.position(seconds))) * (right - left)
  }

  var drawing: SVGDrawing {
    var y = top
    var elements: [String] = []
    for group in groups {
      if !group.title.isEmpty {
        elements.append(
          SVGText.text(24, y + 14, SVGChart.shortened(group.title, 110), "c-group"))
        y += Self.rowHeight
      }
      elements += grid(from: y - 4, to: y + Double(group.bars.count) * Self.rowHeight - 4)
      for bar in group.bars {
        elements += self.elements(of: bar, y: y)
        y += Self.rowHeight
      }
      y += 8
    }
    return SVGDrawing(height: y + 46, elements: elements + axis(y))
  }

  private func elements(of bar: Chart.Bar, y: Double) -> [String] {
    let middle = y + Self.barHeight / 2
    let name = SVGText.text(
      left - 10, middle + 4, SVGChart.shortened(bar.name, 27), "c-name", anchor: "end")
    guard let seconds = bar.seconds, let interval = bar.interval else {
      return [name, SVGText.text(left + 8, middle + 4, bar.remark, "c-note")]
    }
    let title =
      "\(bar.name): \(TimeUnit.text(seconds)), 95 % interval "
      + "\(TimeUnit.interval(interval, around: seconds)) "
      + TimeUnit(for: seconds).symbol()
    let index = groups.colorIndex(of: bar)
    return [
      name,
      Markup.element(
        "rect",
        [
          "x": Markup.number(left), "y": Markup.number(y),
          "width": Markup.number(max(1, x(seconds) - left)),
          "height": Markup.number(Self.barHeight), "rx": "2",
          "class": "c-bar \(SVGPalette.style(index))",
        ], Markup.element("title", [:], Markup.escaped(title))),
      SVGText.line(x(interval.lowerBound), middle, x(interval.upperBound), middle, "c-span"),
      SVGText.text(
        max(x(seconds), x(interval.upperBound)) + 8, middle + 4, TimeUnit.text(seconds), "c-value"),
    ]
  }

  private var ticks: [ChartScale.Tick] { times.ticks(atMost: 7) }

  /// The grid lines behind the bars of a group; the lines do not cross the group's title.
  private func grid(from start: Double, to end: Double) -> [String] {
    ticks.filter(\.isLabelled).map { SVGText.line(x($0.value), start, x($0.value), end, "c-grid") }
      + [SVGText.line(left, start, left, end, "c-axis")]
  }

  private func axis(_ y: Double) -> [String] {
    var elements = [SVGText.line(left, y, right, y, "c-axis")]
    for tick in ticks {
      let x = x(tick.value)
      elements.append(SVGText.line(x, y, x, y + (tick.isLabelled ? 6 : 4), "c-axis"))
      guard tick.isLabelled else { continue }
      elements.append(
        SVGText.text(x, y + 20, Chart.label(seconds: tick.value), "c-note", anchor: "middle"))
    }
    return elements
  }
}
