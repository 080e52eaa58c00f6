internal import UnicodeText

/// A chart as a self-contained SVG picture, without scripts or external fonts, for light and dark
/// mode.
///
/// Series differ in color, dashes and markers. The `desc` element describes the chart in words.
package enum SVGChart {
  static let width = 880.0

  /// The complete text of an SVG file.
  package static func text(_ chart: Chart) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element(of: chart) + "\n"
  }

  /// The `svg` element, for embedding in an HTML page.
  static func element(of chart: Chart) -> String {
    let drawing =
      switch chart.content {
      case .lines(let series): SVGLines(chart, series).drawing
      case .bars(let groups): SVGBars(chart, groups).drawing
      }
    return frame(
      title: chart.title,
      subtitle: [chart.subtitle, chart.scaleText].filter { !$0.isEmpty }.joined(separator: ", "),
      alternative: chart.alternative, height: drawing.height, drawing.elements)
  }

  /// The `svg` element of a picture that has a title, a subtitle, and a description in words.
  static func frame(
    title: String, subtitle: String, alternative: String, height: Double, _ elements: [String]
  ) -> String {
    let height = Markup.number(height)
    let content = [
      Markup.element("title", ["id": "chart-title"], Markup.escaped(title)),
      Markup.element("desc", ["id": "chart-desc"], Markup.escaped(alternative)),
      Markup.element("style", [:], SVGPalette.style),
      Markup.element("rect", ["class": "c-page", "width": "100%", "height": "100%", "rx": "6"]),
      SVGText.text(24, 32, shortened(title, 90), "c-title"),
      SVGText.text(24, 52, shortened(subtitle, 120), "c-note"),
    ]
    return Markup.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "chart",
        "viewBox": "0 0 \(Markup.number(width)) \(height)", "width": Markup.number(width),
        "height": height, "role": "img", "aria-labelledby": "chart-title chart-desc",
      ], "\n" + (content + elements).joined(separator: "\n") + "\n")
  }

  /// `text` with control characters escaped; if it is wider than `cells` cells, an ellipsis
  /// replaces its end.
  static func shortened(_ text: String, _ cells: Int) -> String {
    let text = ControlEscapes.escaped(text)
    if CellWidth.width(of: text) <= cells { return text }
    return String(CellWidth.prefix(of: text[...], fitting: cells - 1)) + "…"
  }
}

/// The elements drawn below the title, and the height of the picture.
struct SVGDrawing {
  var height: Double
  var elements: [String] = []
}

/// Makes text and line elements of a picture.
enum SVGText {
  /// A text element whose start, middle or end is at a point.
  static func text(
    _ x: Double, _ y: Double, _ text: String, _ style: String, anchor: String = "start",
    isTurned: Bool = false
  ) -> String {
    let place = [Markup.number(x), Markup.number(y)]
    if isTurned {
      return Markup.element(
        "text",
        [
          "transform": "translate(\(place[0]) \(place[1])) rotate(-90)", "class": style,
          "text-anchor": anchor,
        ], Markup.escaped(text))
    }
    return Markup.element(
      "text", ["x": place[0], "y": place[1], "class": style, "text-anchor": anchor],
      Markup.escaped(text))
  }

  static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String
  ) -> String {
    Markup.element(
      "line",
      [
        "x1": Markup.number(x1), "y1": Markup.number(y1), "x2": Markup.number(x2),
        "y2": Markup.number(y2), "class": style,
      ])
  }
}
