/// The correction of significance levels for multiple comparisons, by Holm (1979).
package enum Holm {
  /// The allowed probability that at least one verdict of several comparisons is wrong.
  package static let family = 0.05

  /// The allowed probability that a single verdict is wrong, even if there are few comparisons.
  package static let single = 0.005

  /// The result for one comparison.
  package struct Step: Hashable, Sendable {
    /// The largest p-value at which the comparison is significant.
    package let allowed: Double

    /// Whether this comparison and all comparisons with smaller p-values are significant.
    package let isShown: Bool
  }

  /// The results for comparisons with the p-values `probabilities`, in the same order.
  ///
  /// The limit of the smallest of *m* p-values is `family` / *m*, the limit of the next p-value is
  /// `family` / (*m* − 1), and so on. Every limit is at most `single`. The p-values are compared
  /// with their limits in ascending order; the first p-value that exceeds its limit, and all larger
  /// p-values, are not significant.
  ///
  /// - Complexity: O(*m* log *m*).
  package static func steps(_ probabilities: [Double]) -> [Step] {
    var steps = probabilities.map { _ in Step(allowed: single, isShown: false) }
    var isShown = true
    let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
    for (place, index) in order.enumerated() {
      let allowed = min(single, family / Double(probabilities.count - place))
      isShown = isShown && probabilities[index] <= allowed
      steps[index] = Step(allowed: allowed, isShown: isShown)
    }
    return steps
  }
}
