internal import ContenderFrames
internal import System

/// Starts the contender program, and exchanges frames with it over pipes.
///
/// Every error except `refused` ends the process, and the connection can then no longer be used.
final class ContenderConnection {
  /// The time at which to stop waiting for the program, and the error to throw then.
  struct Deadline {
    /// The time of the deadline; nil if there is no deadline.
    var moment: SuspendingClock.Instant?
    var failure = ContenderError.cutOff

    static let never = Deadline()

    private init() {}

    /// A deadline `nanoseconds` from now; a duration of about 95 years or more means no deadline.
    init(after nanoseconds: UInt64, failure: ContenderError = .cutOff) {
      self.failure = failure
      let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      guard seconds < 3_000_000_000 else { return }
      moment = .now + .seconds(Int64(seconds)) + .nanoseconds(Int64(rest))
    }
  }

  /// The interval between checks for cancellation, in milliseconds.
  private static let step: Int64 = 20

  /// The maximum content length, in bytes, of a frame that does not list records.
  private static let shortContent = 1 << 20

  private(set) var contenders: [ContenderInfo] = []

  var processID: Int32 { child.process }

  private let child: PipedProcess
  private var received: [UInt8] = []

  /// Starts the program and waits at most `timeout` nanoseconds for its greeting and catalog.
  ///
  /// - Throws: `notStarted`, `wrongProgram`, `cancelled`.
  init(
    _ path: String, _ arguments: [String], timeout: UInt64, isCancelled: () -> Bool
  ) throws(ContenderError) {
    do throws(SystemError) {
      child = try PipedProcess(path, arguments)
    } catch {
      throw .notStarted(path: path, reason: error.message)
    }
    let deadline = Deadline(
      after: timeout, failure: .wrongProgram(path: path, reason: "it does not answer in time"))
    do throws(ContenderError) {
      try send(Wire.opening, isCancelled)
      let greeting = try bytes(Wire.opening.count, deadline, isCancelled)
      if let reason = Self.objection(to: greeting) {
        child.finish(isKilled: true)
        throw .wrongProgram(path: path, reason: reason)
      }
      let catalog = try receive(deadline, isCancelled)
      guard catalog.kind == .catalog, let contenders = CatalogMessage(catalog.content) else {
        throw malformedReply()
      }
      self.contenders = contenders.entries.map(ContenderInfo.init)
    } catch {
      if case .died(let how) = error { throw .wrongProgram(path: path, reason: "it \(how)") }
      throw error
    }
  }

  /// The reason to reject a greeting; nil if the greeting is accepted.
  private static func objection(to greeting: [UInt8]) -> String? {
    guard greeting.starts(with: Wire.greeting) else { return "it sends no greeting" }
    if greeting == Wire.opening { return nil }
    var reader = FrameReader(Array(greeting.dropFirst(Wire.greeting.count)))
    let version = reader.number() ?? 0
    return "it uses version \(version) of the protocol, but this program uses version "
      + "\(Wire.version)"
  }

  // MARK: Bytes

  /// Sends complete frames.
  func send(_ bytes: [UInt8], _ isCancelled: () -> Bool) throws(ContenderError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = child.write(rest) else { throw exitError() }
      rest = rest.dropFirst(count)
      if count == 0 { try wait(for: .writing, .never, isCancelled) }
    }
  }

  /// Receives the next frame, with at most `limit` bytes of content.
  func receive(
    _ deadline: Deadline, limit: Int = shortContent, _ isCancelled: () -> Bool
  ) throws(ContenderError) -> (kind: Wire.Reply, content: [UInt8]) {
    var header = FrameReader(try bytes(5, deadline, isCancelled))
    guard let kind = header.byte().flatMap(Wire.Reply.init),
      let length = header.number(), Int(length) <= limit
    else { throw malformedReply() }
    return (kind, try bytes(Int(length), deadline, isCancelled))
  }

  /// Receives exactly `count` bytes.
  private func bytes(
    _ count: Int, _ deadline: Deadline, _ isCancelled: () -> Bool
  ) throws(ContenderError) -> [UInt8] {
    while received.count < count {
      guard let more = child.read(1 << 16) else { throw exitError() }
      received += more
      if more.isEmpty { try wait(for: .reading, deadline, isCancelled) }
    }
    let taken = Array(received.prefix(count))
    received.removeFirst(count)
    return taken
  }

  /// Waits at most `step` milliseconds for the pipe to become ready; throws if the caller canceled
  /// or the deadline has passed.
  private func wait(
    for direction: PipedProcess.Direction, _ deadline: Deadline, _ isCancelled: () -> Bool
  ) throws(ContenderError) {
    if isCancelled() { throw given(up: .cancelled) }
    var milliseconds = Self.step
    if let moment = deadline.moment {
      let left = SuspendingClock.now.duration(to: moment)
      if left <= .zero { throw given(up: deadline.failure) }
      milliseconds = min(milliseconds, Int64(left / .milliseconds(1)) + 1)
    }
    child.wait(for: direction, milliseconds: Int32(milliseconds))
  }

  // MARK: Failures

  /// Kills the process, and returns `failure` for the caller to throw.
  func given(up failure: ContenderError) -> ContenderError {
    child.finish(isKilled: true)
    return failure
  }

  private func exitError() -> ContenderError { .died(child.finish(isKilled: false)) }

  /// Kills the process because it sent an invalid message, and returns the error to throw.
  func malformedReply() -> ContenderError { given(up: .died("sent a malformed answer")) }
}
