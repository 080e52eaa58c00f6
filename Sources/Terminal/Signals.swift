internal import CEdit
internal import System

/// The signals that have come, as flags that any thread may read.
///
/// Nothing happens at a signal but that its flag is set and every wait of this module ends. Reads
/// elsewhere that block fail with EINTR at an interrupt, a termination and a hang-up.
public enum Signals {
  /// A signal that asks the process to end.
  public enum Termination: Int32, Equatable, Sendable {
    case hangup = 1
    case terminate = 15
  }

  /// Takes over SIGINT, SIGTERM, SIGHUP, SIGWINCH and SIGCONT, and ignores SIGPIPE.
  ///
  /// A signal that the parent had ignored stays ignored. A second call does nothing.
  public static func install() { ce_signals_install() }

  /// Whether Ctrl-C was pressed since the last clear; costs one relaxed atomic load.
  public static var interruptRequested: Bool { ce_signals_interrupts() > 0 }

  /// Forgets the interrupts that have come.
  public static func clearInterrupt() { ce_signals_clear_interrupts() }

  /// The signal to end by, once one has come; it is never cleared.
  public static var termination: Termination? { Termination(rawValue: ce_signals_termination()) }

  /// Whether what runs should stop: an interrupt or a termination is pending.
  public static var isCancelled: Bool {
    ce_signals_interrupts() > 0 || ce_signals_termination() != 0
  }

  /// What a line source answers instead of waiting, if a signal is pending.
  package static var pendingEvent: LineEvent? {
    switch termination {
    case .hangup: .hangup
    case .terminate: .terminate
    case nil: interruptRequested ? .interrupted : nil
    }
  }

  /// Ends the process by `signal`, as if it had never been caught.
  public static func die(of signal: Termination) -> Never {
    ce_signals_raise(signal.rawValue)
    Platform.exit(128 + signal.rawValue)
  }
}
