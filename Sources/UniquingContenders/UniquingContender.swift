/// An implementation that removes duplicates from integers and strings.
///
/// Each function takes the whole input and returns the kept elements. The compiler specializes
/// each function for its element type, except in the contender `unique-array-unspecialized`.
package struct UniquingContender: Sendable {
  /// The contender's name: lower-case words joined by hyphens.
  package let name: String

  /// One sentence about what the contender does.
  package let summary: String

  /// Whether the kept elements are in the order of their first occurrence.
  package let keepsOrder: Bool

  /// The function that removes duplicate integers; nil if integers are not supported.
  package let uniqueInts: (@Sendable ([Int]) -> [Int])?

  /// The function that removes duplicate strings; nil if strings are not supported.
  package let uniqueStrings: (@Sendable ([String]) -> [String])?
}
