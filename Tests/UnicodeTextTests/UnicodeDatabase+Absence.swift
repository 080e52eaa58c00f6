import TestSupport
import Testing

extension UnicodeDatabase {
  /// The reason to show for a skipped test.
  static let absence: Comment = "the package unicode-data is not installed: no \(folder)"
}
