internal import Basics

extension Chart {
  /// The label of a tick on the time axis, such as `20 ms`.
  static func label(seconds: Double) -> String {
    if seconds == 0 { return "0" }
    let unit = TimeUnit(for: seconds)
    return trimmed(seconds * unit.rawValue) + " " + unit.symbol()
  }

  /// The label of a tick on the size axis, such as `20k`; options for sizes accept the same
  /// notation.
  static func label(size: Double) -> String {
    for (factor, suffix) in [(1e9, "G"), (1e6, "M"), (1e3, "k")] where size >= factor {
      return trimmed(size / factor) + suffix
    }
    return trimmed(size)
  }

  /// `value` with at most three decimals and no trailing zeros.
  private static func trimmed(_ value: Double) -> String {
    var text = NumberFormat.fixed(value, decimals: 3)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// The word for the scale of the time axis: `linear` or `logarithmic`.
  var scaleText: String { isLogarithmic ? "logarithmic" : "linear" }

  /// Bars have a linear axis if the ratio of the longest time to the shortest time is at most this.
  ///
  /// A logarithmic axis would exaggerate small differences between bars.
  private static let maximumLinearRatio = 50.0

  private var isLogarithmic: Bool {
    guard !isLinear, case .bars(let groups) = content else { return !isLinear }
    let times = groups.flatMap(\.bars).compactMap(\.seconds)
    guard let least = times.min(), let greatest = times.max() else { return false }
    return greatest > Self.maximumLinearRatio * least
  }

  /// The scale of the time axis.
  var timeScale: ChartScale {
    switch content {
    case .lines(let series):
      let points = series.flatMap(\.points)
      return ChartScale(
        points.flatMap { [$0.interval.lowerBound, $0.seconds, $0.interval.upperBound] },
        isLogarithmic: !isLinear)
    case .bars(let groups):
      let times = groups.flatMap(\.bars).flatMap { bar in
        [bar.interval?.lowerBound, bar.seconds, bar.interval?.upperBound].compactMap { $0 }
      }
      // Start a logarithmic axis below the shortest time, so that the bar of this time is visible.
      return ChartScale(
        times, isLogarithmic: isLogarithmic, padding: isLogarithmic ? 0.08 : 0.04)
    }
  }

  /// The scale of the size axis; it includes the sizes at which series were cut off.
  var sizeScale: ChartScale {
    guard case .lines(let series) = content else { return ChartScale([], isLogarithmic: false) }
    return ChartScale(
      series.flatMap { $0.points.map(\.size) + $0.cutOffs }, isLogarithmic: !isLinear)
  }

  /// The chart as one or two sentences, for screen readers.
  var alternative: String {
    switch content {
    case .lines(let series):
      let lines = series.map { line in
        let ends = [line.points.first, line.points.last].compactMap { $0 }.map {
          "\(TimeUnit.text($0.seconds)) at \(sizeTitle) = \(NumberFormat.grouped(Int($0.size)))"
        }
        let cutOffs = line.cutOffs.first.map {
          "cut off at \(NumberFormat.grouped(Int($0)))"
        }
        return line.name + ": "
          + ((ends.first == ends.last ? Array(ends.prefix(1)) : ends)
          + [cutOffs].compactMap { $0 }).joined(separator: ", ")
      }
      return "Median time over \(sizeTitle). " + lines.joined(separator: ". ") + "."
    case .bars(let groups):
      let all = groups.map { group in
        let bars = group.bars.map { bar in
          "\(bar.name) \(bar.seconds.map { TimeUnit.text($0) } ?? bar.remark)"
        }
        return (group.title.isEmpty ? "" : group.title + ": ") + bars.joined(separator: ", ")
      }
      return "Median time. " + all.joined(separator: ". ") + "."
    }
  }
}
