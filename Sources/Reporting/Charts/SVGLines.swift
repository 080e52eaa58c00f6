internal import Basics

/// Draws times against sizes as lines, with axes and a legend.
struct SVGLines {
  private let chart: Chart
  private let series: [Chart.Series]
  private let sizes: ChartScale
  private let times: ChartScale

  // The edges of the plot area.
  private let left = 84.0
  private let right = SVGChart.width - 220
  private let top: Double
  private let bottom: Double

  init(_ chart: Chart, _ series: [Chart.Series]) {
    self.chart = chart
    self.series = series
    sizes = chart.sizeScale
    times = chart.timeScale
    // Reserve space above the plot for the arrows that show where a series was cut off.
    top = series.allSatisfy(\.cutOffs.isEmpty) ? 76 : 96
    bottom = top + max(350, Double(series.count) * 22)
  }

  var drawing: SVGDrawing {
    SVGDrawing(
      height: bottom + 58,
      elements: axes + series.indices.map(line) + series.indices.map(cutOffs) + legend)
  }

  private func x(_ size: Double) -> Double { left + sizes.position(size) * (right - left) }
  private func y(_ seconds: Double) -> Double { bottom - times.position(seconds) * (bottom - top) }

  private var axes: [String] {
    var elements: [String] = []
    for tick in times.ticks(atMost: 9) {
      let y = y(tick.value)
      if tick.isLabelled {
        elements.append(SVGText.line(left, y, right, y, "c-grid"))
        elements.append(
          SVGText.text(left - 10, y + 4, Chart.label(seconds: tick.value), "c-note", anchor: "end"))
      } else {
        elements.append(SVGText.line(left - 4, y, left, y, "c-axis"))
      }
    }
    for tick in sizes.ticks(atMost: 8) {
      let x = x(tick.value)
      elements.append(SVGText.line(x, bottom, x, bottom + (tick.isLabelled ? 6 : 4), "c-axis"))
      guard tick.isLabelled else { continue }
      elements.append(SVGText.line(x, top, x, bottom, "c-grid"))
      elements.append(
        SVGText.text(x, bottom + 20, Chart.label(size: tick.value), "c-note", anchor: "middle"))
    }
    elements.append(SVGText.line(left, top, left, bottom, "c-axis"))
    elements.append(SVGText.line(left, bottom, right, bottom, "c-axis"))
    elements.append(
      SVGText.text((left + right) / 2, bottom + 42, chart.sizeTitle, "c-note", anchor: "middle"))
    elements.append(
      SVGText.text(
        22, (top + bottom) / 2, "median time", "c-note", anchor: "middle", isTurned: true))
    return elements
  }

  /// A line with its intervals and markers; each marker has a tooltip.
  private func line(_ index: Int) -> String {
    let line = series[index]
    let style = SVGPalette.style(index)
    let path = line.points.map {
      "\(Markup.number(x($0.size))),\(Markup.number(y($0.seconds)))"
    }
    var elements = [
      Markup.element(
        "polyline", ["points": path.joined(separator: " "), "class": "c-line \(style)"])
    ]
    for point in line.points {
      elements.append(
        SVGText.line(
          x(point.size), y(point.interval.lowerBound), x(point.size), y(point.interval.upperBound),
          "c-error \(style)"))
    }
    for point in line.points {
      let unit = TimeUnit(for: point.seconds)
      let title =
        "\(line.name), \(chart.sizeTitle) = \(NumberFormat.grouped(Int(point.size))): "
        + "\(TimeUnit.text(point.seconds)), 95 % interval "
        + "\(TimeUnit.interval(point.interval, around: point.seconds)) \(unit.symbol())"
      elements.append(
        SVGPalette.mark(index, x(point.size), y(point.seconds), title: title))
    }
    return Markup.element("g", [:], elements.joined(separator: "\n"))
  }

  /// The arrows above the plot, at the sizes where a line was cut off.
  private func cutOffs(_ index: Int) -> String {
    let line = series[index]
    let arrows = line.cutOffs.map { size in
      let x = Markup.number(x(size))
      let title = "\(line.name) was cut off at \(NumberFormat.grouped(Int(size)))"
      return Markup.element(
        "path",
        [
          "d": "M\(x) \(Markup.number(top - 4)) v-14 m-5 6 l5 -6 l5 6",
          "class": "c-line c-arrow \(SVGPalette.style(index))", "style": "stroke-dasharray: none",
        ], Markup.element("title", [:], Markup.escaped(title)))
    }
    return Markup.element("g", [:], arrows.joined(separator: "\n"))
  }

  /// The series names to the right of the plot; the series whose last point is slowest comes first.
  private var legend: [String] {
    let order = series.indices.sorted { a, b in
      (series[a].points.last?.seconds ?? .infinity) > (series[b].points.last?.seconds ?? .infinity)
    }
    return order.enumerated().map { place, index in
      let y = top + 12 + 22 * Double(place)
      let line = series[index]
      let cutOff = line.cutOffs.first.map { " ↑ \(Chart.label(size: $0))" } ?? ""
      let cutOffTitle = line.cutOffs.first.map {
        ": cut off at \(NumberFormat.grouped(Int($0)))"
      }
      return Markup.element(
        "g", [:],
        [
          Markup.element("title", [:], Markup.escaped(line.name + (cutOffTitle ?? ""))),
          SVGText.line(right + 20, y, right + 48, y, "c-line \(SVGPalette.style(index))"),
          SVGPalette.mark(index, right + 34, y),
          SVGText.text(
            right + 56, y + 4, SVGChart.shortened(line.name, 23 - cutOff.count) + cutOff, "c-name"),
        ].joined(separator: "\n"))
    }
  }
}
