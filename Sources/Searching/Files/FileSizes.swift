package import Corpora

/// Sizes and limits that decide how a search splits files; unit tests use small sizes.
package struct FileSizes: Hashable, Sendable {
  /// The size in bytes of a block, which is the unit in which files are read.
  package var block = 1 << 18

  /// The size in bytes of a strip, which is the part of a large file that one task searches.
  ///
  /// The default is the number of bytes that one second-level page table entry covers, so no two
  /// threads use the same entry.
  package var strip = 1 << 21

  /// The minimum length, in bytes, of a line that is tested in pieces before its end is found.
  ///
  /// Only a line that extends beyond the end of its strip is tested in pieces.
  package var longLine = 1 << 18

  /// The size in bytes above which several threads search a file in strips.
  package var minimumBytesToSplit = 1 << 20

  /// The maximum number of files in a task that searches files found in folders.
  package var maxFilesPerTask = 64

  /// The maximum number of indexed folders that one task lists.
  package var maxFoldersPerTask = 64
  /// The number of bytes of text after which a task searches no further files.
  package var maxBytesPerTask = 1 << 20

  /// The number of bytes of text after which a search starts to use a scanner.
  ///
  /// Before that, the search tests every line.
  package var minimumBytesForScanner = 1 << 14

  /// The maximum size, in bytes, of all findings that wait for delivery.
  package var maxPendingBytes = 12 << 20

  /// Whether to search strips in the mapped file instead of reading them into a buffer.
  package var mapping = MappingUse.measured

  package init() {}
}
