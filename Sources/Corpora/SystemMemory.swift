internal import System

/// The memory of the machine.
package enum SystemMemory {
  /// The bytes that programs can still get, nil where the system does not say.
  package static var available: Int? { Platform.availableMemory() }
}
