/// What a stretch of work used, beside time; `nil` is what the system does not tell.
public struct ResourceUse: Hashable, Sendable {
  public var instructions: UInt64?
  public var cycles: UInt64?

  /// The highest resident memory of the process meanwhile, in bytes.
  public var peakMemoryBytes: Int?

  public init(instructions: UInt64? = nil, cycles: UInt64? = nil, peakMemoryBytes: Int? = nil) {
    self.instructions = instructions
    self.cycles = cycles
    self.peakMemoryBytes = peakMemoryBytes
  }
}

/// Counts what a stretch of work on this thread uses.
public protocol ResourceMeter {
  /// Begins to count from nothing.
  func start()

  /// Ends, and tells what was used since `start()`.
  func stop() -> ResourceUse
}
