internal import CEdit
public import System

/// A terminal drawn as a whole, on which every key comes as it is pressed.
///
/// From `enter()` to `leave()` the alternate screen is shown, nothing is echoed, wrapped or turned
/// into a signal, and a crash or the end of the process puts the terminal back. What was typed and
/// not asked for stays for whoever reads the terminal next.
@safe public final class RawTerminal {
  /// How long an Escape waits for what would make it another key.
  private static let patience: UInt64 = 50_000_000

  // SAFETY: made by `ce_raw_open`, closed in `deinit` and used in between by this object only, which
  // is not Sendable.
  private let terminal: OpaquePointer
  private let environment: [String: String]
  private var decoder = KeyDecoder()

  /// When a part of a key came that is not whole.
  private var pendingSince: UInt64 = 0

  /// Keys that came with the one asked for.
  private var keys: [Key] = []
  private var hasResumed = false
  private var isGone = false

  /// The controlling terminal, or what standard input and output are if both are one; nil if there
  /// is none or it knows no escape codes.
  public init?(environment: [String: String]) {
    if TerminalFacts(environment: environment).isDumb { return nil }
    Signals.install()
    guard let terminal = unsafe ce_raw_open() else { return nil }
    unsafe self.terminal = terminal
    self.environment = environment
  }

  deinit { unsafe ce_raw_close(terminal) }

  /// The size in cells, asked anew at each call.
  public var size: (columns: Int, rows: Int) {
    let size = unsafe Platform.terminalSize(ce_raw_output(terminal))
    let (columns, rows) = size ?? TerminalFacts.size(environment: environment)
    return (max(1, columns), max(1, rows))
  }

  /// Takes the terminal over; does nothing if that is done.
  ///
  /// - Throws: `SystemError` if the terminal does not obey; it is as it was then.
  public func enter() throws(SystemError) {
    let error = unsafe ce_raw_enter(terminal)
    if error != 0 { throw SystemError(code: error) }
  }

  /// The terminal is as it was found; does nothing if that is done.
  public func leave() { unsafe ce_raw_leave(terminal) }

  /// Leaves, stops the whole job as the stop key does, and enters again when it goes on; the next
  /// event is `resumed`.
  ///
  /// Where no shell could continue the job, or the parent ignores the key, it goes on at once.
  public func suspend() {
    if unsafe ce_raw_suspend(terminal) != 0 { isGone = true }
    hasResumed = true
  }

  /// Draws `bytes`: all of them, whatever signals come but a termination.
  public func write(_ bytes: Span<UInt8>) {
    do throws(SystemError) {
      try unsafe Platform.write(bytes, to: ce_raw_output(terminal))
    } catch {
      // Cut off by a termination, the event that follows is that.
      isGone = true
    }
  }

  /// Waits for a key, a signal, or `descriptor` to become readable; -1 `milliseconds` wait for ever.
  ///
  /// What has come already is told at once. Keys come before `woken`.
  public func nextEvent(
    wakingOn descriptor: Int32? = nil, milliseconds: Int32 = -1
  ) -> TerminalEvent {
    let start = Platform.monotonicNanoseconds()
    let deadline = milliseconds < 0 ? UInt64.max : start + UInt64(milliseconds) * 1_000_000
    while true {
      if let event = waitingEvent() { return event }
      let escape = decoder.isPending ? pendingSince + Self.patience : .max
      let wait = Self.milliseconds(until: min(deadline, escape))
      var byte: UInt8 = 0
      // SAFETY: the call writes one byte and keeps no pointer.
      let event = unsafe ce_raw_next(terminal, descriptor ?? -1, wait, &byte)
      if event == ce_raw_byte {
        take(byte)
        continue
      }
      // Only now: what came while nobody asked has been read.
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

  /// Takes a byte, and what else has been typed as long as it is text.
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
      // SAFETY: the call writes one byte and keeps no pointer.
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

  /// The event for the caller; nil if there is none and waiting goes on.
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
