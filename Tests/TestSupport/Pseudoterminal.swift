internal import CTestSupport

/// Runs a program in its own terminal, and interacts with it as a person does: types, waits for
/// output, and types again.
///
/// Every wait ends as soon as its condition is true, or at a late deadline; no code sleeps for a
/// fixed time.
@safe package final class Pseudoterminal {
  /// The expected output or event did not occur.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The screen contents that the program has drawn.
  package private(set) var screen: PseudoterminalScreen

  /// All output so far, as text.
  package var transcript: String { String(decoding: received, as: UTF8.self) }

  private var terminal: Int32
  private let process: Int32
  private var received: [UInt8] = []
  private var expectedUpTo = 0
  private var hasEnded = false
  private var isReaped = false

  /// The maximum time to wait.
  private let timeout: Duration

  /// Starts `program` in a new terminal; `environment` is added to the minimal environment of
  /// `BinaryUnderTest`.
  ///
  /// - Throws: `Failure` if no terminal is available.
  package init(
    _ program: BinaryUnderTest, _ arguments: [String] = [], environment: [String: String] = [:],
    directory: String? = nil, columns: Int = 80, rows: Int = 24, timeout: Duration = .seconds(30)
  ) throws(Failure) {
    var process: Int32 = 0
    // SAFETY: The strings are valid until the call returns; the new process has its own copy.
    terminal = unsafe program.withProgram(arguments, environment, directory) {
      unsafe cts_pty_start($0, Int32(columns), Int32(rows), &process)
    }
    self.process = process
    self.timeout = timeout * Int(Effort.patience)
    screen = PseudoterminalScreen(columns: columns, rows: rows)
    if terminal < 0 { throw Failure(description: "no pseudo-terminal for \(program.path)") }
  }

  deinit {
    hangUp()
    if !isReaped { cts_reap(process) }
  }

  // MARK: Input

  /// Types `text` unchanged; `\r` is the Enter key.
  package func type(_ text: String) { send(Array(text.utf8)) }

  /// Types `text` and Enter.
  package func enter(_ text: String) { type(text + "\r") }

  /// Sends bytes, which need not be text.
  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    let end = deadline
    while !rest.isEmpty && terminal >= 0 && ContinuousClock.now < end {
      // Read output while typing, because a program that draws at the same time could otherwise
      // deadlock with the test.
      let ready = cts_pty_wait(terminal, true, 100)
      if ready.rawValue & cts_ready_read.rawValue != 0 && !receive() { return }
      if ready.rawValue & cts_ready_write.rawValue == 0 { continue }
      // SAFETY: The call reads at most `block.count` bytes, which is the size of the slice.
      let count = unsafe rest.withUnsafeBufferPointer { block in
        unsafe block.baseAddress.map { unsafe cts_pty_write(terminal, $0, block.count) } ?? 0
      }
      rest = rest.dropFirst(max(0, Int(count)))
    }
  }

  /// Resizes the window, which sends a signal to the program.
  package func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    cts_pty_resize(terminal, Int32(columns), Int32(rows))
  }

  /// Sends a signal to the program.
  package func signal(_ number: Int32) { cts_kill(process, number) }

  /// Closes the terminal.
  package func hangUp() {
    if terminal >= 0 { cts_pty_close(terminal) }
    terminal = -1
  }

  // MARK: Expected output

  /// Waits until `text` appears after the previously expected output, and returns the output up to
  /// the end of `text`.
  ///
  /// - Throws: `Failure` if `text` does not appear before the deadline or the end of the output.
  @discardableResult
  package func expect(_ text: String) throws(Failure) -> String {
    let wanted = Array(text.utf8)
    var range: Range<Int>?
    try wait(for: "\(text.debugDescription)") {
      range = received[expectedUpTo...].firstRange(of: wanted)
      return range != nil
    }
    let start = expectedUpTo
    expectedUpTo = range?.upperBound ?? received.count
    return String(decoding: received[start..<expectedUpTo], as: UTF8.self)
  }

  /// Waits until the screen satisfies `condition`; `what` describes the condition in a failure.
  ///
  /// - Throws: `Failure` if `condition` does not become true before the deadline or the end of the
  ///   output.
  package func expectScreen(
    _ what: String, where condition: (PseudoterminalScreen) -> Bool
  ) throws(Failure) {
    try wait(for: what) { condition(screen) }
  }

  /// Waits until a row of the screen is equal to `row`, apart from trailing spaces.
  ///
  /// - Throws: `Failure` if the row does not appear before the deadline or the end of the output.
  package func expectRow(_ row: String) throws(Failure) {
    try expectScreen("the row \(row.debugDescription)") { $0.lines.contains(row) }
  }

  /// Waits until the text from the start of the cursor's row to the cursor is `row`.
  ///
  /// - Throws: `Failure` if the row does not appear before the deadline or the end of the output.
  package func expectCursor(after row: String) throws(Failure) {
    try expectScreen("the cursor after \(row.debugDescription)") { $0.textBeforeCursor == row }
  }

  /// Waits until the program ends, and reads its remaining output.
  ///
  /// - Throws: `Failure` if the program has not ended before the deadline.
  @discardableResult
  package func expectEnd() throws(Failure) -> BinaryUnderTest.Ending {
    var status: Int32 = 0
    let end = deadline
    // SAFETY: The call writes one integer.
    while !isReaped {
      isReaped = unsafe cts_has_ended(process, &status)
      if isReaped { break }
      if ContinuousClock.now > end { throw Failure(description: "no end: " + circumstances) }
      if terminal < 0 || hasEnded {
        // All output has been read; only the process has not ended yet.
        _ = cts_pty_wait(-1, false, 1)
      } else if cts_pty_wait(terminal, false, 20) != cts_ready_none {
        hasEnded = !receive()
      }
    }
    while terminal >= 0 && cts_pty_wait(terminal, false, 0) != cts_ready_none && receive() {}
    return BinaryUnderTest.Ending(status: status)
  }

  /// Whether the terminal is in its default mode, with line input and echo.
  package var isCooked: Bool { cts_pty_is_cooked(terminal) }

  private var deadline: ContinuousClock.Instant { ContinuousClock.now + timeout }

  private var circumstances: String {
    "the screen is\n\(screen.text)\nand the output ends in "
      + String(decoding: received.suffix(400), as: UTF8.self).debugDescription
  }

  private func wait(for what: String, _ condition: () -> Bool) throws(Failure) {
    let end = deadline
    while !condition() {
      let isLate = ContinuousClock.now > end
      if isLate || hasEnded || terminal < 0 {
        throw Failure(description: "waited for \(what), but " + circumstances)
      }
      if cts_pty_wait(terminal, false, 100) != cts_ready_none { hasEnded = !receive() }
    }
  }

  /// Reads the available output; false at the end.
  private func receive() -> Bool {
    let size = 65_536
    var count = 0
    // SAFETY: At most `size` bytes are written, and the array has room for them.
    let block = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
      count = unsafe buffer.baseAddress.map { unsafe cts_pty_read(terminal, $0, size) } ?? 0
      used = max(count, 0)
    }
    received += block
    screen.feed(block)
    return count != 0
  }
}
