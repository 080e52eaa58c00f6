/// What a program waits for that has the whole screen.
public enum TerminalEvent: Hashable, Sendable {
  case key(Key)

  /// The window may have another size.
  case resized

  /// The process was stopped and goes on: everything has to be drawn again, in a window that may
  /// have another size.
  case resumed

  /// The descriptor given can be read.
  case woken

  /// An interrupt came as a signal; Ctrl-C is a key.
  case interrupted

  case timeout

  /// The terminal is gone, or the process was told so.
  case hangup

  case terminate
}
