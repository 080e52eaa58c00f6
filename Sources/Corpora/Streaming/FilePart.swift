/// A range of whole records in an open, uncompressed file.
package struct FilePart: Sendable {
  /// The descriptor of the open regular file; the caller must close it.
  let descriptor: Int32

  /// The byte range, which begins and ends at record boundaries.
  let bytes: Range<Int>

  /// The line number, from 1, where the range begins.
  let line: Int

  /// The column names of a delimited file; `nil` if the range begins with the row that names the
  /// columns.
  let columns: [String]?

  package init(_ descriptor: Int32, _ bytes: Range<Int>, line: Int, columns: [String]?) {
    self.descriptor = descriptor
    self.bytes = bytes
    self.line = line
    self.columns = columns
  }
}
