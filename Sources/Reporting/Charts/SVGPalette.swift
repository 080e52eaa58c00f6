/// The colors, dashes and markers of the series in a picture.
///
/// The first eight colors are the palette of Okabe and Ito, which people with color blindness can
/// also distinguish. For dark pages, the colors are lightened. For light pages, the colors with a
/// contrast below 3 : 1 are darkened.
enum SVGPalette {
  private static let light = first.light + more(lightness: 36)
  private static let dark = first.dark + more(lightness: 72)

  /// The number of series that have their own color.
  static let count = 24

  private static let first = (
    light: [
      "#0072b2", "#c04a00", "#007a5a", "#a8437f", "#8a6500", "#1f7fb8", "#4d4d4d", "#7a3fb0",
    ],
    dark: [
      "#56b4e9", "#ff8f4d", "#2ec4a0", "#e79bc6", "#f0b93a", "#a9c8ff", "#c9c9c9", "#c6a0f0",
    ]
  )

  /// The colors of series after the eighth, with hues spaced by the golden angle.
  private static func more(lightness: Int) -> [String] {
    (0..<count - first.light.count).map { index in
      "hsl(\(index * 137 % 360), \(index % 2 == 0 ? 75 : 45)%, \(lightness)%)"
    }
  }

  private static let dashes = ["none", "7 4", "2 3", "9 3 2 3", "none", "7 4", "2 3", "9 3 2 3"]

  /// The CSS class of a series.
  static func style(_ index: Int) -> String { "c-s\(index % count)" }

  /// The style sheet of a picture; class names start with `c-`, which avoids conflicts with the
  /// class names of a page.
  static var style: String {
    let common = """

      .chart { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; }
      .chart text { fill: var(--c-ink); }
      .c-page { fill: var(--c-page); }
      .chart .c-title { font-size: 16px; font-weight: 600; }
      .chart .c-note { fill: var(--c-soft); }
      .chart .c-group { font-weight: 600; }
      .c-grid { stroke: var(--c-grid); }
      .c-axis { stroke: var(--c-soft); }
      .c-line { fill: none; stroke-width: 2; stroke-linejoin: round; }
      .c-mark { stroke-width: 2; fill: var(--c-page); }
      .c-error { stroke-width: 1.5; }
      .c-bar { stroke: none; }
      .c-span { stroke: var(--c-ink); stroke-width: 1.5; }

      """
    let dashed = (0..<count).map { index in
      let dash = dashes[index % dashes.count]
      return
        ".c-s\(index) { stroke: var(--c-\(index)); }\n"
        + (dash == "none" ? "" : ".c-line.c-s\(index) { stroke-dasharray: \(dash); }\n")
        + ".c-bar.c-s\(index) { fill: var(--c-\(index)); }\n"
    }.joined()
    let first = colors(light, "#ffffff", "#1b1f24", "#57606a", "#e4e7eb")
    let second = colors(dark, "#12161c", "#e6e9ed", "#a3adb8", "#2a313a")
    return ".chart { \(first) }\n"
      + "@media (prefers-color-scheme: dark) { .chart { \(second) } }" + common + dashed
  }

  private static func colors(
    _ series: [String], _ page: String, _ ink: String, _ soft: String, _ grid: String
  ) -> String {
    let named = [("page", page), ("ink", ink), ("soft", soft), ("grid", grid)]
    return (named + series.enumerated().map { ("\($0)", $1) })
      .map { "--c-\($0.0): \($0.1);" }.joined(separator: " ")
  }

  /// The marker of a series at a point.
  ///
  /// The marker shapes repeat after seven series, and the colors after 24, so series that share a
  /// color differ in shape.
  static func mark(_ index: Int, _ x: Double, _ y: Double, title: String? = nil) -> String {
    let content = title.map { Markup.element("title", [:], Markup.escaped($0)) }
    let style = "c-mark \(style(index))"
    if index % shapes.count == 0 {
      return Markup.element(
        "circle",
        ["cx": Markup.number(x), "cy": Markup.number(y), "r": "4.5", "class": style], content)
    }
    let points = shapes[index % shapes.count].map { dx, dy in
      "\(Markup.number(x + dx)),\(Markup.number(y + dy))"
    }
    return Markup.element(
      "polygon", ["points": points.joined(separator: " "), "class": style], content)
  }

  /// The corners of each marker shape; an empty list means a circle.
  private static let shapes: [[(Double, Double)]] = [
    [],
    [(0, -5.5), (5.2, 4), (-5.2, 4)],
    [(-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)],
    [(0, -6), (6, 0), (0, 6), (-6, 0)],
    [(0, 5.5), (5.2, -4), (-5.2, -4)],
    [
      (-1.8, -5.4), (1.8, -5.4), (1.8, -1.8), (5.4, -1.8), (5.4, 1.8), (1.8, 1.8), (1.8, 5.4),
      (-1.8, 5.4), (-1.8, 1.8), (-5.4, 1.8), (-5.4, -1.8), (-1.8, -1.8),
    ],
    [(-5.5, 0), (-2.75, -4.8), (2.75, -4.8), (5.5, 0), (2.75, 4.8), (-2.75, 4.8)],
  ]
}
