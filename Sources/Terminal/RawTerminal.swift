internal import CEdit
package import System

/// A terminal in raw mode, which delivers every key immediately.
///
/// Between `enter()` and `leave()`, the terminal does not wrap lines, echo input, or turn keys into
/// signals. If `height` is nil, the terminal shows the alternate screen. The terminal is also
/// restored if the process crashes or exits. Unread input remains for the next reader of the
/// terminal.
@safe package final class RawTerminal {
  /// The time, in nanoseconds, to wait after Escape for the rest of a sequence.
  private static let escapeTimeout: UInt64 = 50_000_000

  // SAFETY: The pointer is created by `ce_raw_open` and closed in `deinit`; in between, only this
  // object uses the pointer, and this object is not Sendable.
  private let terminal: OpaquePointer
  private let environment: EnvironmentVariables
  private let hasMouse: Bool

  /// The number of rows that the program uses below the cursor; nil if the alternate screen is
  /// used.
  private let height: Int?
  private var decoder = KeyDecoder()

  /// The time at which the last byte of an incomplete key arrived.
  private var pendingSince: UInt64 = 0

  /// The decoded keys that have not been returned yet.
  private var keys: [Key] = []
  private var hasResumed = false
  private var isGone = false

  /// Opens the controlling terminal; if there is none, opens the terminal of standard input and
  /// output.
  ///
  /// The result is nil if there is no terminal, or if the terminal does not support escape codes.
  ///
  /// - Parameters:
  ///   - environment: The environment variables, which include TERM.
  ///   - hasMouse: Whether clicks and the wheel are reported.
  ///   - height: The number of rows to use below the cursor; nil uses the alternate screen.
  package init?(environment: EnvironmentVariables, hasMouse: Bool = false, height: Int? = nil) {
    if TerminalFacts(environment: environment).isDumb { return nil }
    Signals.install()
    guard let terminal = unsafe ce_raw_open() else { return nil }
    unsafe self.terminal = terminal
    self.environment = environment
    self.hasMouse = hasMouse
    self.height = height
  }

  deinit { unsafe ce_raw_close(terminal) }

  /// Whether the alternate screen is used, so that row 0 is the top of the window.
  package var isFullScreen: Bool { height == nil }

  /// The current size, in cells, of the part of the window that the program uses.
  package var area: (columns: Int, rows: Int) {
    let (columns, rows) = size
    return (columns, min(rows, max(1, height ?? rows)))
  }

  /// The current size of the window in cells.
  package var size: (columns: Int, rows: Int) {
    let size = unsafe Platform.terminalSize(ce_raw_output(terminal))
    let (columns, rows) = size ?? TerminalFacts.size(environment: environment)
    return (max(1, columns), max(1, rows))
  }

  /// Switches to raw mode, and to the alternate screen if one is used; does nothing if raw mode is
  /// already on.
  ///
  /// - Throws: `SystemError` if the terminal cannot be switched; the terminal is then unchanged.
  package func enter() throws(SystemError) {
    configure()
    let error = unsafe ce_raw_enter(terminal)
    if error != 0 { throw SystemError(code: error) }
  }

  /// Configures the mouse, and the number of rows to use below the cursor.
  ///
  /// The number of rows is limited by the current height of the window.
  private func configure() {
    unsafe ce_raw_configure(
      terminal, hasMouse, Int32(height.map { max(1, min($0, size.rows)) } ?? 0))
  }

  /// Restores the terminal; does nothing if the terminal is already restored.
  package func leave() { unsafe ce_raw_leave(terminal) }

  /// Restores the terminal and stops the whole job, like Ctrl-Z; enters raw mode again when the job
  /// continues.
  ///
  /// After the job continues, the next event is `resumed`. If no shell could continue the job, or
  /// the parent ignores SIGTSTP, the job does not stop.
  package func suspend() {
    configure()
    if unsafe ce_raw_suspend(terminal) != 0 { isGone = true }
    hasResumed = true
  }

  /// Writes all of `bytes`; only a termination signal interrupts the write.
  package func write(_ bytes: Span<UInt8>) {
    do throws(SystemError) {
      try unsafe Platform.write(bytes, to: ce_raw_output(terminal))
    } catch {
      // If a termination signal interrupts the write, the next event reports the signal.
      isGone = true
    }
  }

  // MARK: The rows below the cursor

  /// Clears the used rows; if the rows no longer fit below the cursor, scrolls until all rows fit.
  ///
  /// Does nothing if the alternate screen is used. Call this method after the window was resized.
  /// The cursor must be in the first used row, and moves to column 0 of that row.
  package func placeRows() {
    if isFullScreen { return }
    configure()
    let below = area.rows - 1
    var text = "\r\u{1B}[m\u{1B}[J" + String(repeating: "\n", count: below)
    if below > 0 { text += "\u{1B}[\(below)A" }
    let bytes = Array(text.utf8)
    write(bytes.span)
  }

  // MARK: Events

  /// Waits at most `milliseconds` for a key, a signal or input on `descriptor`; -1 means no time
  /// limit.
  ///
  /// Pending events are returned immediately. Pending keys are returned before `woken`.
  package func nextEvent(
    wakingOn descriptor: Int32? = nil, milliseconds: Int32 = -1
  ) -> TerminalEvent {
    let start = Platform.monotonicNanoseconds()
    let deadline = milliseconds < 0 ? UInt64.max : start + UInt64(milliseconds) * 1_000_000
    while true {
      if let event = waitingEvent() { return event }
      let escape = decoder.isPending ? pendingSince + Self.escapeTimeout : .max
      let wait = Self.milliseconds(until: min(deadline, escape))
      var byte: UInt8 = 0
      // SAFETY: The call writes one byte and keeps no pointer.
      let event = unsafe ce_raw_next(terminal, descriptor ?? -1, wait, &byte)
      if event == ce_raw_byte {
        take(byte)
        continue
      }
      // Check the time only after reading all pending input.
      let now = Platform.monotonicNanoseconds()
      if decoder.isPending && now >= escape { keys += decoder.flush() }
      if let event = Self.event(event, isLate: now >= deadline) {
        if !keys.isEmpty && (event == .woken || event == .timeout) { continue }
        return event
      }
    }
  }

  private func waitingEvent() -> TerminalEvent? {
    if isGone { return Signals.termination == .terminate ? .terminate : .hangup }
    if hasResumed {
      hasResumed = false
      return .resumed
    }
    return keys.isEmpty ? nil : .key(keys.removeFirst())
  }

  /// Decodes `first` and then the pending bytes, until a byte completes a key that is not text.
  private func take(_ first: UInt8) {
    var byte = first
    var typed = ""
    while true {
      for key in decoder.feed([byte]) {
        if case .text(let text) = key {
          typed += text
        } else {
          keys.append(key)
        }
      }
      if decoder.isPending { pendingSince = Platform.monotonicNanoseconds() }
      if !keys.isEmpty || typed.utf8.count >= 65_536 { break }
      // SAFETY: The call writes one byte and keeps no pointer.
      let count = unsafe ce_raw_take(terminal, &byte)
      if count < 0 { isGone = true }
      if count <= 0 { break }
    }
    if !typed.isEmpty { keys.insert(.text(typed), at: 0) }
  }

  private static func milliseconds(until deadline: UInt64) -> Int32 {
    if deadline == .max { return -1 }
    let now = Platform.monotonicNanoseconds()
    let rest = deadline > now ? (deadline - now + 999_999) / 1_000_000 : 0
    return Int32(min(rest, UInt64(Int32.max)))
  }

  /// The event that `nextEvent` returns for `event`; nil if waiting must continue.
  private static func event(_ event: ce_raw_event, isLate: Bool) -> TerminalEvent? {
    switch event {
    case ce_raw_resized: .resized
    case ce_raw_resumed: .resumed
    case ce_raw_woken: .woken
    case ce_raw_interrupted: .interrupted
    case ce_raw_hangup: .hangup
    case ce_raw_terminate: .terminate
    default: isLate ? .timeout : nil
    }
  }
}
