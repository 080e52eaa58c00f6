/// Decides whether to use a prefilter for a part of a text, based on its cost in earlier parts.
struct PrefilterEffort {
  /// The minimum number of bytes to search before a prefilter is judged.
  private static let judgedBytes = 1 << 14
  /// The maximum cost of a prefilter, as a fraction of the text; with a higher cost, searching all
  /// the text is faster.
  private static let tooMuch = 0.5
  /// The lengths of the first and the longest pause, in bytes.
  ///
  /// If all pauses have the longest length, the trials read about one percent of the text.
  private static let pauses = (first: 1 << 18, longest: 1 << 21)

  /// The number of bytes that were searched with the prefilter since the last judgment.
  private var searched = 0
  /// The cost of searching the bytes that `searched` counts.
  private var cost = 0
  /// The number of bytes to search without the prefilter before the next trial.
  private var bytesToSkip = 0
  /// The length of the next pause, in bytes.
  private var pause = pauses.first

  /// Whether the cost of the prefilter is too high for the number of bytes that it searched.
  ///
  /// The result is false if there are too few bytes for a judgment.
  static func isTooMuch(_ cost: Int, for searched: Int) -> Bool {
    searched >= judgedBytes && Double(cost) > Double(searched) * tooMuch
  }

  /// Whether to search the next `count` bytes without the prefilter.
  mutating func skips(_ count: Int) -> Bool {
    if bytesToSkip <= 0 { return false }
    bytesToSkip -= count
    return true
  }

  /// Records the number of bytes that were searched with the prefilter, and the cost of this
  /// search.
  ///
  /// `rest` is the number of bytes that follow these bytes and will be searched without the
  /// prefilter. If a pause begins now, it includes the `rest` bytes.
  mutating func note(searched bytes: Int, cost: Int, rest: Int) {
    searched += bytes
    self.cost += cost
    guard searched >= Self.judgedBytes else { return }
    if Self.isTooMuch(self.cost, for: searched) {
      bytesToSkip = pause - rest
      pause = min(2 * pause, Self.pauses.longest)
    } else {
      pause = Self.pauses.first
    }
    (searched, self.cost) = (0, 0)
  }
}
