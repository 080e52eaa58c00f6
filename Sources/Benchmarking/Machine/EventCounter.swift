internal import CSystem
internal import System

/// A counter of what the calling thread does outside the kernel.
final class EventCounter {
  enum Event {
    case instructions
    case cycles
  }

  /// What a counter showed at some moment.
  struct Reading: Equatable {
    var events: UInt64

    /// The nanoseconds that it was on.
    var enabled: UInt64

    /// The nanoseconds that it had the hardware: less, if others counted too.
    var running: UInt64

    /// The events since `start`, scaled up to all the time that the counter was on; nil if it never ran.
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

  /// Begins to count from nothing.
  func begin() {
    start = reading()
    if csys_counter_switch(descriptor, 1) != 0 { start = nil }
  }

  /// Ends; the events since `begin()`, nil if they could not be counted.
  func end() -> UInt64? {
    _ = csys_counter_switch(descriptor, 0)
    guard let start, let end = reading() else { return nil }
    return end.events(since: start)
  }

  private func reading() -> Reading? {
    var reading = csys_reading()
    // SAFETY: one reading is written.
    guard unsafe csys_counter_read(descriptor, &reading) == 0 else { return nil }
    return Reading(events: reading.events, enabled: reading.enabled, running: reading.running)
  }
}
