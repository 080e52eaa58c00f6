internal import CSystem
internal import System

/// A hardware counter for events of the calling thread in user mode.
final class EventCounter {
  enum Event {
    case instructions
    case cycles
  }

  /// A reading of a counter.
  struct Reading: Equatable {
    var events: UInt64

    /// How long the counter was enabled, in nanoseconds.
    var enabled: UInt64

    /// How long the counter actually counted, in nanoseconds; less than `enabled` if several
    /// counters shared the hardware.
    var running: UInt64

    /// The number of events since `start`, extrapolated to the whole enabled time.
    ///
    /// The result is nil if the counter never ran.
    func events(since start: Reading) -> UInt64? {
      guard events >= start.events, enabled >= start.enabled, running > start.running else {
        return nil
      }
      let counted = events - start.events
      let (on, ran) = (enabled - start.enabled, running - start.running)
      if on <= ran { return counted }
      return UInt64(exactly: (Double(counted) * (Double(on) / Double(ran))).rounded())
    }
  }

  private let descriptor: Int32
  private var start: Reading?

  init(_ event: Event) throws(SystemError) {
    descriptor = csys_counter_open(event == .cycles ? csys_cycles : csys_instructions)
    if descriptor < 0 { throw SystemError(code: -descriptor) }
  }

  deinit { if descriptor >= 0 { csys_counter_close(descriptor) } }

  /// Starts counting from zero.
  func begin() {
    start = reading()
    if csys_counter_switch(descriptor, 1) != 0 { start = nil }
  }

  /// Stops counting, and returns the number of events since `begin()`; nil if the events could not
  /// be counted.
  func end() -> UInt64? {
    _ = csys_counter_switch(descriptor, 0)
    guard let start, let end = reading() else { return nil }
    return end.events(since: start)
  }

  private func reading() -> Reading? {
    let reading = csys_counter_read(descriptor)
    guard reading.error == 0 else { return nil }
    return Reading(events: reading.events, enabled: reading.enabled, running: reading.running)
  }
}
