internal import CTestSupport

/// The key that interrupts what runs.
public enum CtrlC {
  /// Sends this process the signal that the terminal sends for Ctrl-C.
  ///
  /// All tests share one process, and each would see it: only an exit test, which has its own, may press it.
  public static func press() { cts_interrupt_self() }
}
