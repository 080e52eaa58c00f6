#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension [[[Double]]] {
  /// The samples of each block of each invocation, without empty blocks and empty invocations.
  var withoutEmptyBlocks: [[[Double]]] {
    map { $0.filter { !$0.isEmpty } }.filter { !$0.isEmpty }
  }
}

/// How much the p50s of invocations differ, compared with how much the samples within each
/// invocation vary.
package struct InvocationSpread: Hashable, Sendable {
  /// The smallest relative standard deviation between invocations that gets a note.
  static let minimum = 0.02

  /// The relative standard deviation of the invocations' p50s.
  package let between: Double

  /// The relative standard deviation that the variation between an invocation's blocks would
  /// explain.
  package let explained: Double

  /// Whether the invocations cluster around two values, with at least two invocations around each
  /// value.
  package let isBimodal: Bool

  /// Compares invocations; nil if fewer than three invocations have samples, or if the median of a
  /// block is not above 0.
  ///
  /// The p50 of an invocation is the median of its blocks' medians. The standard error of an
  /// invocation's p50 is about 1.25 times the standard error of the mean of the blocks' medians.
  package init?(_ invocations: [[[Double]]]) {
    let medians = invocations.withoutEmptyBlocks.map { $0.map(Percentile.median) }
    guard medians.count >= 3, medians.allSatisfy({ $0.allSatisfy { $0 > 0 } }) else { return nil }
    let logs = medians.map { $0.map { log($0) } }
    let centers = logs.map(Percentile.median).sorted()
    between = Dispersion.standardDeviation(centers)
    let errors = logs.map { blocks -> Double in
      let deviation = 1.253_314 * Dispersion.standardDeviation(blocks)
      return deviation * deviation / Double(blocks.count)
    }
    explained = Dispersion.mean(errors).squareRoot()
    let gaps = zip(centers, centers.dropFirst()).map { $1 - $0 }
    guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }),
      let first = centers.first, let last = centers.last
    else { return nil }
    // There are two clusters if the widest gap between p50s is more than two thirds of the range of
    // all p50s. At least two p50s must be on each side of the gap.
    isBimodal = widest > 0 && widest + 2 < centers.count && 3 * gaps[widest] > 2 * (last - first)
  }

  /// Whether the invocations differ by at least 2 %, and by more than twice the difference that the
  /// variation within invocations explains.
  package var isLarge: Bool { between >= Self.minimum && between > 2 * explained }

  /// A lower-case sentence about a large spread, without a period; nil if the spread is not large.
  package var note: String? {
    guard isLarge else { return nil }
    let percent = Int((between * 100).rounded())
    return "the times of invocations differ by \(percent) %, more than the variation within each "
      + "explains" + (isBimodal ? "; the times cluster around two values" : "")
  }

  /// The sentence of `note` without numbers, so that rows can share a footnote; nil if the spread
  /// is not large.
  package var footnote: String? {
    guard isLarge else { return nil }
    return isBimodal
      ? "the times of invocations cluster around two values"
      : "the times of invocations differ more than the variation within each explains"
  }
}
