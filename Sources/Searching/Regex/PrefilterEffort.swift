/// Decides whether to use a prefilter for a part of a text, based on its cost in earlier parts.
struct PrefilterEffort {
  /// The minimum number of bytes to search before a prefilter is judged.
  private static let judgedBytes = 1 << 14
  /// If a prefilter costs more than this fraction of the text, searching all the text is faster.
  private static let tooMuch = 0.5
  /// The lengths of the first and the longest pause, in bytes.
  ///
  /// A trial between two of the longest pauses reads about one percent of the text.
  private static let pauses = (first: 1 << 18, longest: 1 << 21)

  /// The bytes that were searched since the last judgment, and their cost.
  private var searched = 0
  private var cost = 0
  /// The number of bytes to search without the prefilter before the next trial.
  private var bytesToSkip = 0
  /// The length of the next pause, in bytes.
  private var pause = pauses.first

  /// Whether the prefilter costs too much in a part of the text.
  ///
  /// A part that is too small to be judged does not cost too much.
  static func isTooMuch(_ cost: Int, for searched: Int) -> Bool {
    searched >= judgedBytes && Double(cost) > Double(searched) * tooMuch
  }

  /// Whether to search the next `count` bytes without the prefilter.
  mutating func skips(_ count: Int) -> Bool {
    if bytesToSkip <= 0 { return false }
    bytesToSkip -= count
    return true
  }

  /// Records how many bytes were searched, and the cost of what was found.
  ///
  /// `rest` is the number of the following bytes that are searched without the prefilter in any
  /// case; these bytes count as a part of the pause.
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
