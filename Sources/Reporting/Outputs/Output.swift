/// A place that results are written to: standard output, a file, a test's buffer.
///
/// Bytes arrive in the order written. They may be held back until `flush()`.
public protocol Output: AnyObject {
  /// Writes all of `bytes`, or keeps a copy of them until the next flush.
  ///
  /// - Throws: `closed` when nobody reads any more, `failed` for any other reason.
  func write(_ bytes: Span<UInt8>) throws(OutputError)

  /// Hands everything written so far to its destination.
  ///
  /// - Throws: `closed` when nobody reads any more, `failed` for any other reason.
  func flush() throws(OutputError)
}

extension Output {
  /// Writes the UTF-8 of `text`.
  ///
  /// - Throws: What `write(_:)` of bytes throws.
  public func write(_ text: String) throws(OutputError) {
    var text = text
    // SAFETY: the span does not outlive the closure that lends the bytes.
    let result: Result<Void, OutputError> = text.withUTF8 { bytes in
      do throws(OutputError) {
        try unsafe write(bytes.span)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Writes the UTF-8 of `text` and a line feed.
  ///
  /// - Throws: What `write(_:)` of bytes throws.
  public func writeLine(_ text: String = "") throws(OutputError) {
    try write(text + "\n")
  }
}
