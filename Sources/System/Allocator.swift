internal import CSystem

/// Settings of the process's memory allocator.
package enum Allocator {
  /// Makes the allocator keep freed blocks of several megabytes for reuse; for programs, not for
  /// libraries.
  ///
  /// Benchmarks of containers do not call this function, because it changes the cost of large
  /// allocations.
  package static func keepFreedBlocks() { csys_keep_freed_blocks() }
}
