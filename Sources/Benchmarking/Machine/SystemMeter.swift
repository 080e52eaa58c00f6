internal import System

/// Counts instructions and cycles of the calling thread, and reads the peak resident memory of the
/// process.
///
/// Instructions and cycles are counted in user mode only. Virtual machines often have no counters,
/// and containers often forbid access to counters. Values that are not available are nil;
/// `absences` gives the reasons.
///
/// Start and stop the meter on the thread that created it.
package final class SystemMeter: ResourceMeter {
  /// For each value that is not available, the reason as a lower-case sentence without a period.
  package let absences: [String]

  private let instructions: EventCounter?
  private let cycles: EventCounter?
  private let reportsPeakMemory: Bool

  package init() {
    var refusals: [(name: String, reason: String)] = []
    func counter(_ event: EventCounter.Event, _ name: String) -> EventCounter? {
      do throws(SystemError) {
        return try EventCounter(event)
      } catch {
        refusals.append((name, Self.counterReason(error)))
        return nil
      }
    }
    instructions = counter(.instructions, "instructions")
    cycles = counter(.cycles, "cycles")
    if refusals.count == 2 && refusals[0].reason == refusals[1].reason {
      refusals = [("instructions and cycles", refusals[0].reason)]
    }
    var absences = refusals.map { "\($0.name) are not counted: \($0.reason)" }
    let refusal = Self.refusalOfPeakMemory()
    reportsPeakMemory = refusal == nil && Self.peakMemoryBytes() != nil
    if !reportsPeakMemory {
      let reason = refusal?.message ?? "the system does not report it"
      absences.append("the peak memory is not measured: \(reason)")
    }
    self.absences = absences
  }

  package var countsInstructions: Bool { instructions != nil }

  /// One line that lists the available values, and the reasons why other values are not available.
  package var summary: String {
    let counted = [
      instructions == nil ? nil : "instructions", cycles == nil ? nil : "cycles",
      reportsPeakMemory ? "peak memory" : nil,
    ].compactMap { $0 }
    return ([counted.joined(separator: ", ")].filter { !$0.isEmpty } + absences)
      .joined(separator: "; ")
  }

  package func start() {
    if reportsPeakMemory { try? Platform.resetPeakMemory() }
    cycles?.begin()
    instructions?.begin()
  }

  package func stop() -> ResourceUse {
    let instructions = instructions?.end()
    let cycles = cycles?.end()
    return ResourceUse(
      instructions: instructions, cycles: cycles,
      peakMemoryBytes: reportsPeakMemory ? Self.peakMemoryBytes() : nil)
  }

  /// Explains why the system refused a counter; `refusal` is the error of the system call.
  static func counterReason(_ refusal: SystemError) -> String {
    switch refusal {
    case _ where refusal.isForbidden:
      "the system forbids it (in a container, or with kernel.perf_event_paranoid above 2)"
    case _ where refusal.isUnknownCall: "the system has no such counters"
    case _ where refusal.isUnsupported:
      "the processor, or the virtual machine, has no such counter"
    default: refusal.message
    }
  }

  private static func refusalOfPeakMemory() -> SystemError? {
    do throws(SystemError) {
      try Platform.resetPeakMemory()
      return nil
    } catch {
      return error
    }
  }

  private static func peakMemoryBytes() -> Int? {
    Platform.text(of: "/proc/self/status").flatMap(ProcFile.peakMemoryBytes)
  }
}
