package import UnicodeText

/// Where the contents of items come from.
///
/// Several threads ask at the same time.
package protocol ContentSource: Sendable {
  /// The whole text of a file, as valid UTF-8.
  ///
  /// - Throws: `tooLarge` if it has more than `limit` bytes, `binary`, and whatever else keeps it from being read.
  func text(
    ofFile path: String, limit: Int, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ContentFailure) -> FrozenBuffer<UInt8>

  /// The paths of the files in a folder and in its folders, in the order in which they are read.
  ///
  /// - Throws: `noFolder`, and whatever else keeps it from being read.
  func files(
    inFolder path: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ContentFailure) -> [String]
}
