internal import CSystem

/// The allocator of the process.
package enum Allocator {
  /// Lets it keep freed blocks of some megabytes for the next of them: the program's choice, never a library's.
  ///
  /// It changes what a large allocation costs, so nothing that measures containers calls it.
  package static func keepFreedBlocks() { csys_keep_freed_blocks() }
}
