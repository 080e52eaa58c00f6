/// The resources that a section of code used; nil for values that the system does not report.
package struct ResourceUse: Hashable, Sendable {
  package var instructions: UInt64?
  package var cycles: UInt64?

  /// The peak resident memory of the process in this section, in bytes.
  package var peakMemoryBytes: Int?

  package init(instructions: UInt64? = nil, cycles: UInt64? = nil, peakMemoryBytes: Int? = nil) {
    self.instructions = instructions
    self.cycles = cycles
    self.peakMemoryBytes = peakMemoryBytes
  }
}

/// Counts the resources that a section of code uses on the current thread.
package protocol ResourceMeter {
  /// Starts counting from zero.
  func start()

  /// Stops counting, and returns the resources used since `start()`.
  func stop() -> ResourceUse
}
