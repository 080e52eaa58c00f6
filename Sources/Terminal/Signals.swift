internal import CEdit
internal import System

/// The received signals, stored as flags that any thread can read.
///
/// When a signal arrives, the handler only sets a flag and ends all waits in this module. Blocking
/// reads elsewhere fail with EINTR on SIGINT, SIGTERM and SIGHUP. If the process does not end by
/// itself after SIGTERM or SIGHUP, a timer ends it.
package enum Signals {
  /// A signal that asks the process to exit.
  package enum Termination: Int32, Equatable, Sendable {
    case hangup = 1
    case terminate = 15
  }

  /// Installs handlers for SIGINT, SIGTERM, SIGHUP, SIGWINCH and SIGCONT, and ignores SIGPIPE.
  ///
  /// A signal that the parent ignored stays ignored. A second call does nothing.
  package static func install() { ce_signals_install() }

  /// Sets whether a timer ends the process 140 ms after SIGINT, as it does after SIGTERM and
  /// SIGHUP.
  package static func setInterruptEndsProcess(_ ends: Bool) { ce_signals_end_on_interrupt(ends) }

  /// If a signal has arrived, postpones the forced exit of the process to `milliseconds` from now.
  ///
  /// The process can use the additional time to save its data.
  package static func postponeEnd(milliseconds: Int32) { ce_signals_extend(milliseconds) }

  /// Whether SIGINT (for example, from Ctrl-C) has arrived since the last call of
  /// `clearInterrupt()`.
  ///
  /// Reading this property costs one relaxed atomic load.
  package static var interruptRequested: Bool { ce_signals_interrupts() > 0 }

  /// Clears the record of received interrupts (SIGINT).
  package static func clearInterrupt() { ce_signals_clear_interrupts() }

  /// The received termination signal, which is never cleared; nil if none has arrived.
  package static var termination: Termination? { Termination(rawValue: ce_signals_termination()) }

  /// Whether running work should stop, because an interrupt or a termination signal is pending.
  package static var isCancelled: Bool {
    ce_signals_interrupts() > 0 || ce_signals_termination() != 0
  }

  /// The event that a line source returns instead of waiting; nil if no signal is pending.
  package static var pendingEvent: LineEvent? {
    switch termination {
    case .hangup: .hangup
    case .terminate: .terminate
    case nil: interruptRequested ? .interrupted : nil
    }
  }

  /// Ends the process with `signal`, using the signal's default action.
  package static func die(of signal: Termination) -> Never {
    ce_signals_raise(signal.rawValue)
    Platform.exit(128 + signal.rawValue)
  }
}
