internal import CSystem

/// Settings of the process's memory allocator.
package enum Allocator {
  /// Makes the allocator of this process keep freed blocks of several megabytes for reuse.
  ///
  /// A library must not call this function, because the setting applies to the whole process.
  /// Benchmarks of containers do not call this function, because it changes the cost of large
  /// allocations.
  package static func keepFreedBlocks() { csys_keep_freed_blocks() }
}
