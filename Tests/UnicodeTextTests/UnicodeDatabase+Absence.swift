import TestSupport
import Testing

extension UnicodeDatabase {
  /// The reason that is shown for tests that are skipped without the database.
  static let absence: Comment = "the package unicode-data is not installed: no \(folder)"
}
