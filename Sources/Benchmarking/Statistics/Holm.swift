/// The correction of Holm (1979) for several comparisons at once.
package enum Holm {
  /// The probability that any of the comparisons is wrong.
  package static let family = 0.05

  /// The probability that one comparison is wrong, however few there are.
  package static let single = 0.005

  /// The result for one comparison.
  package struct Step: Hashable, Sendable {
    /// The probability that the comparison may have by chance.
    package let allowed: Double

    /// Whether it and all less probable ones are below what they may have.
    package let isShown: Bool
  }

  /// The results for comparisons with these probabilities, in the same order.
  ///
  /// The least probable of *m* may have `family` / *m*, the next one `family` / (*m* − 1), and so on, up to the first
  /// that has more. None may have more than `single`.
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
