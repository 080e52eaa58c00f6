package import UnicodeText

/// Provides the contents of items.
///
/// The methods are called on several threads at the same time.
package protocol ContentSource: Sendable {
  /// The complete text of a file, as valid UTF-8.
  ///
  /// - Throws: `tooLarge` if the file has more than `limit` bytes, `binary`, or another reason why
  ///   the file cannot be read.
  func text(
    ofFile path: String, limit: Int, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ContentFailure) -> FrozenBuffer<UInt8>

  /// The paths of the files in a folder and its subfolders, in the order in which they are read.
  ///
  /// - Throws: `noFolder`, or another reason why the folder cannot be read.
  func files(
    inFolder path: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ContentFailure) -> [String]
}
