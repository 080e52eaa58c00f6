internal import Basics
internal import Benchmarking

extension GrowthReport {
  /// The growth exponents, then the crossovers; empty sections are omitted.
  var sections: [ReportSection] { [exponents, crossovers].filter { !$0.isEmpty } }

  private var exponents: ReportSection {
    var section = ReportSection(heading: "growth")
    if fits.isEmpty { return section }
    var table = Table([
      "contender", .init("exponent", alignment: .trailing),
      .init("95 % interval", alignment: .trailing), .init("sizes", alignment: .trailing),
    ])
    for fit in fits {
      let interval =
        fit.interval.map {
          "[\(NumberFormat.fixed($0.lowerBound, decimals: 2)), "
            + "\(NumberFormat.fixed($0.upperBound, decimals: 2))]"
        } ?? "-"
      table.append([
        StyledText(fit.series, .label),
        StyledText(NumberFormat.fixed(fit.growth.exponent, decimals: 2)), StyledText(interval),
        StyledText("\(fit.points)"),
      ])
    }
    section.table = table
    section.sentences = [
      StyledText("time is proportional to n^exponent: 1 is linear, 2 is quadratic", .dimmed)
    ]
    if fits.contains(where: { $0.interval == nil }) {
      section.sentences.append(
        StyledText("a 95 % interval needs at least \(Fit.minimumForInterval) sizes", .dimmed))
    }
    return section
  }

  private var crossovers: ReportSection {
    ReportSection(
      heading: "crossover",
      sentences: crossings.map { StyledText($0.series, .label) + StyledText($0.predicate) })
  }
}

extension GrowthReport.Crossing {
  /// The end of a sentence that describes the crossing; the caller writes the name of the series
  /// first.
  fileprivate var predicate: String {
    switch place {
    case .at(let size, let isMeasured):
      let sentence = " is faster than \(base) below about \(Self.rounded(size)) elements"
      return isMeasured
        ? sentence : sentence + "; this size is extrapolated, not measured"
    case .above(let size):
      return " is faster than \(base) at every measured size (up to \(Self.rounded(size)) elements)"
    case .below(let size):
      return " is slower than \(base) at every measured size (from \(Self.rounded(size)) elements)"
    }
  }

  /// A size as text: a whole number is exact, and any other size is rounded to two significant
  /// digits.
  private static func rounded(_ size: Double) -> String {
    var power = 1.0
    while size / power >= 100 { power *= 10 }
    let value = (size / power).rounded() * power
    // Measured sizes are whole, so only computed sizes are rounded.
    let shown = size == size.rounded() ? size : value
    return shown < 1e15 ? NumberFormat.grouped(Int(shown)) : NumberFormat.exact(shown)
  }
}
