/// The sizes by which files are divided for an index; tests make them small.
package struct IndexSizes: Hashable, Sendable {
  /// A block ends with the first line that ends at or after this many bytes.
  package var block = 8 << 10

  /// The bytes of files in a strip; a larger file of lines is divided.
  package var strip = Strip.maxBlocks * (8 << 10)

  /// How long before its reading a file must have changed last, in nanoseconds.
  ///
  /// The clocks of file systems tick; that of FAT only every two seconds. A change within the same tick leaves the stamp
  /// as it was.
  package var settledAfter: Int64 = 2_000_000_000

  package init() {}
}
