internal import CTestSupport

/// The interrupt key.
package enum CtrlC {
  /// Sends this process the signal that a terminal sends for Ctrl-C.
  ///
  /// All tests share one process and would receive it, so only an exit test, which runs in its own process, may call
  /// this.
  package static func press() { cts_interrupt_self() }
}
