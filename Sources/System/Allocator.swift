internal import CSystem

/// Settings of the process's memory allocator.
package enum Allocator {
  /// Makes the allocator of this process keep freed blocks of several megabytes for reuse.
  ///
  /// A library must not call this function, because the setting applies to the whole process.
  /// Benchmarks of containers do not call this function, because it changes the cost of large
  /// allocations.
  package static func keepFreedBlocks() { csys_keep_freed_blocks() }

  /// Makes the allocator return large freed blocks to the system immediately, for a program that
  /// should use little memory.
  ///
  /// Call this function before any other thread starts.
  package static func returnFreedBlocks() { csys_return_freed_blocks() }
}
