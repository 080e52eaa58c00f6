/// A way to keep the first of equal elements, for integers and for strings.
///
/// It takes the whole input and returns the elements kept, which is the answer that contenders are compared by. Both
/// functions are specialised for their element where they are written.
public struct UniquingContender: Sendable {
  /// Lower-case words joined by hyphens.
  public let name: String

  /// What it does, in one sentence.
  public let summary: String

  /// Whether the elements kept are in the order of their first occurrence.
  public let keepsOrder: Bool

  /// Nil if it cannot hold integers.
  public let uniqueInts: (@Sendable ([Int]) -> [Int])?

  /// Nil if it cannot hold strings.
  public let uniqueStrings: (@Sendable ([String]) -> [String])?
}
