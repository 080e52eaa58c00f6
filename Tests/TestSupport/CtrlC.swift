internal import CTestSupport

/// Simulates the interrupt key, Ctrl-C.
package enum CtrlC {
  /// Sends this process the signal that a terminal sends for Ctrl-C.
  ///
  /// Call this function only from an exit test, which runs in its own process, because the signal
  /// affects the whole process.
  package static func press() { cts_interrupt_self() }
}
