/// The sizes that determine how files are divided for an index; tests use small sizes.
package struct IndexSizes: Hashable, Sendable {
  /// The minimum size of a block in bytes.
  ///
  /// A block ends with the line that reaches this size; only the last block of a file can be
  /// smaller.
  package var block = 8 << 10

  /// The maximum total size in bytes of the files in a strip; a larger file of lines is divided.
  package var strip = Strip.maxBlocks * (8 << 10)

  /// The minimum time, in nanoseconds, from the last change of a file until the file is read for
  /// the index.
  ///
  /// If a file is read too soon after its last change, its stamp is unreliable, so the file is not
  /// indexed.
  ///
  /// The reason is that file timestamps have a limited resolution, such as two seconds on FAT. If a
  /// file changes twice within one tick of the file system's clock, the second change does not
  /// change its stamp.
  package var settledAfter: Int64 = 2_000_000_000

  package init() {}
}
