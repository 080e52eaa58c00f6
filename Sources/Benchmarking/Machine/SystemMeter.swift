#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Counts instructions and cycles of the calling thread, and reads the peak resident memory of the process.
///
/// Instructions and cycles are counted in user mode only. Virtual machines often have no counters, and containers often
/// forbid them: values that are not available are nil, and `absences` gives the reasons.
///
/// Start and stop the meter on the thread that created it.
public final class SystemMeter: ResourceMeter {
  /// A lower-case sentence without a period for each value that is not available.
  public let absences: [String]

  private let instructions: EventCounter?
  private let cycles: EventCounter?
  private let tellsPeakMemory: Bool

  public init() {
    var refusals: [(name: String, reason: String)] = []
    func counter(_ event: EventCounter.Event, _ name: String) -> EventCounter? {
      do throws(EventCounter.Refusal) {
        return try EventCounter(event)
      } catch {
        refusals.append((name, Self.counterReason(error.code)))
        return nil
      }
    }
    instructions = counter(.instructions, "instructions")
    cycles = counter(.cycles, "cycles")
    if refusals.count == 2 && refusals[0].reason == refusals[1].reason {
      refusals = [("instructions and cycles", refusals[0].reason)]
    }
    var absences = refusals.map { "\($0.name) are not counted: \($0.reason)" }
    let refusal = Platform.resetPeakMemory()
    tellsPeakMemory = refusal == 0 && Self.peakMemoryBytes() != nil
    if !tellsPeakMemory {
      let reason = refusal == 0 ? "the system does not tell it" : Platform.message(of: refusal)
      absences.append("the peak of memory is not measured: \(reason)")
    }
    self.absences = absences
  }

  /// The available values, and why others are not available, in one line.
  public var summary: String {
    let counted = [
      instructions == nil ? nil : "instructions", cycles == nil ? nil : "cycles",
      tellsPeakMemory ? "peak memory" : nil,
    ].compactMap { $0 }
    return ([counted.joined(separator: ", ")].filter { !$0.isEmpty } + absences)
      .joined(separator: "; ")
  }

  public func start() {
    if tellsPeakMemory { _ = Platform.resetPeakMemory() }
    cycles?.begin()
    instructions?.begin()
  }

  public func stop() -> ResourceUse {
    let instructions = instructions?.end()
    let cycles = cycles?.end()
    return ResourceUse(
      instructions: instructions, cycles: cycles,
      peakMemoryBytes: tellsPeakMemory ? Self.peakMemoryBytes() : nil)
  }

  /// The meaning of an `errno` from opening a counter.
  static func counterReason(_ code: Int32) -> String {
    switch code {
    case EACCES, EPERM:
      "the system forbids it, by a container or by kernel.perf_event_paranoid above 2"
    case ENOSYS: "the system has no such counters"
    case ENOENT, ENODEV, EOPNOTSUPP: "the processor, or the virtual machine, has no such counter"
    default: Platform.message(of: code)
    }
  }

  private static func peakMemoryBytes() -> Int? {
    Platform.text(of: "/proc/self/status").flatMap(ProcFile.peakMemoryBytes)
  }
}
