/// The times, in seconds, that the 2016 analysis of appendIfUnique published for inserting n unique
/// integers; the analysis used Swift 2.2.
package enum PublishedTable {
  /// The contenders that the analysis measured, in the order of the seconds in `rows`.
  package static let contenders = ["append-if-unique", "array-contains", "set-then-array"]

  /// The published rows: a size, and the seconds of each contender in the order of `contenders`.
  package static let rows: [(size: Int, seconds: [Double])] = [
    (10_000, [0.015, 0.029, 0.002]),
    (20_000, [0.064, 0.112, 0.003]),
    (30_000, [0.141, 0.251, 0.004]),
    (40_000, [0.243, 0.450, 0.004]),
    (50_000, [0.421, 0.695, 0.006]),
    (60_000, [0.607, 1.019, 0.007]),
  ]

  /// The published seconds; nil if the analysis did not measure this contender or size.
  package static func seconds(_ contender: String, at size: Int) -> Double? {
    guard let column = contenders.firstIndex(of: contender) else { return nil }
    return rows.first { $0.size == size }?.seconds[column]
  }
}
