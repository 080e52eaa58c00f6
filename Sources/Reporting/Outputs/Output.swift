/// A destination of results: standard output, a file, or a buffer in a test.
///
/// Bytes arrive in the order in which they are written. An output may buffer bytes until `flush()`.
package protocol Output: AnyObject {
  /// Writes all of `bytes`, or buffers a copy until the next flush.
  ///
  /// - Throws: `closed` if the reader closed its end of the pipe; `failed` for any other reason.
  func write(_ bytes: Span<UInt8>) throws(OutputError)

  /// Sends everything written so far to the destination.
  ///
  /// - Throws: `closed` if the reader closed its end of the pipe; `failed` for any other reason.
  func flush() throws(OutputError)
}

extension Output {
  /// Writes the UTF-8 of `text`.
  ///
  /// - Throws: The errors of the `write(_:)` that takes bytes.
  package func write(_ text: String) throws(OutputError) {
    try write(text.utf8.span)
  }

  /// Writes the UTF-8 of `text` and a newline.
  ///
  /// - Throws: The errors of the `write(_:)` that takes bytes.
  package func writeLine(_ text: String = "") throws(OutputError) {
    try write(text + "\n")
  }
}
