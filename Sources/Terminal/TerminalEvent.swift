/// An event for a full-screen program.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)

  /// The window's size may have changed.
  case resized

  /// The process was stopped and continued: everything must be redrawn, and the window's size may
  /// have changed.
  case resumed

  /// The descriptor that was passed to `nextEvent` is readable.
  case woken

  /// SIGINT arrived from another process; the terminal delivers Ctrl-C as a key, not as SIGINT.
  case interrupted

  case timeout

  /// The terminal was closed, or SIGHUP arrived.
  case hangup

  case terminate
}
