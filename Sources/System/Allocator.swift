internal import CSystem

/// Settings of the process's memory allocator.
package enum Allocator {
  /// Makes the allocator keep freed blocks of several megabytes for reuse; only programs call this, never libraries.
  ///
  /// It changes the cost of large allocations, so benchmarks of containers do not call it.
  package static func keepFreedBlocks() { csys_keep_freed_blocks() }
}
