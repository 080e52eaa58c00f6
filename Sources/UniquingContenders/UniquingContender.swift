/// A way to keep the first of equal elements, for integers and for strings.
///
/// Each function takes the whole input and returns the kept elements. Both are specialized for their element type where
/// they are written.
package struct UniquingContender: Sendable {
  /// Lower-case words joined by hyphens.
  package let name: String

  /// What it does, in one sentence.
  package let summary: String

  /// Whether the kept elements are in the order of their first occurrence.
  package let keepsOrder: Bool

  /// The function for integers; nil if they are not supported.
  package let uniqueInts: (@Sendable ([Int]) -> [Int])?

  /// The function for strings; nil if they are not supported.
  package let uniqueStrings: (@Sendable ([String]) -> [String])?
}
