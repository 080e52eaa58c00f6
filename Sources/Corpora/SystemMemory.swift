internal import System

/// The memory of the machine.
package enum SystemMemory {
  /// The number of bytes that programs can still allocate; nil if the system does not report it.
  package static var available: Int? { Platform.availableMemory() }
}
