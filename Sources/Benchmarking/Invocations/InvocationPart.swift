internal import JSON

/// A partial result of an invocation: the measurements that changed since the previous part.
///
/// An invocation writes each part as a line of JSON to its standard error: after each group of
/// trials, and at most once a second during a group. The parent process can then store finished
/// trials before the invocation ends. Standard output contains only the whole run, so programs that
/// do not read parts can still read the result.
package struct InvocationPart: Hashable, Sendable {
  /// The run so far, without the measurements and reference times that have not changed since the
  /// previous part.
  private let run: BenchmarkRun

  /// The number of measurements that have not changed since the previous part.
  private let measurements: Int

  /// The number of reference times that have not changed since the previous part.
  private let references: Int

  /// Whether no measurement was added or changed since the previous part.
  package var isEmpty: Bool { run.measurements.isEmpty }

  /// Creates the part that contains the changes from `earlier` to `run`.
  ///
  /// - Parameters:
  ///   - run: The run so far.
  ///   - earlier: The run at the time of the previous part; nil for the first part.
  /// - Complexity: O(*n*) for *n* measurements. The samples of unchanged measurements are in shared
  ///   storage, so comparing them takes constant time.
  package init(of run: BenchmarkRun, since earlier: BenchmarkRun?) {
    measurements = Self.unchanged(earlier?.measurements ?? [], run.measurements)
    references = Self.unchanged(earlier?.references ?? [], run.references)
    var run = run
    run.measurements.removeFirst(measurements)
    run.references.removeFirst(references)
    self.run = run
  }

  /// The length of the longest common prefix of `old` and `new`.
  private static func unchanged<Element: Equatable>(_ old: [Element], _ new: [Element]) -> Int {
    var count = 0
    while count < min(old.count, new.count), old[count] == new[count] { count += 1 }
    return count
  }

  /// The run after this part, if `earlier` is the run after the previous part; nil if `earlier` has
  /// too few measurements or reference times.
  package func run(since earlier: BenchmarkRun?) -> BenchmarkRun? {
    let before = (earlier?.measurements ?? [], earlier?.references ?? [])
    guard measurements <= before.0.count, references <= before.1.count else { return nil }
    var run = run
    run.measurements = before.0.prefix(measurements) + run.measurements
    run.references = before.1.prefix(references) + run.references
    return run
  }
}

// MARK: JSON

extension InvocationPart {
  /// The part as a line of JSON with a newline.
  ///
  /// The line contains the members of a stored run, and the counts of unchanged measurements and
  /// reference times.
  package func line() -> [UInt8] {
    guard case .object(let members) = run.json() else { return [] }
    let unchanged = JSON.object([
      .init("measurements", .integer(measurements)), .init("references", .integer(references)),
    ])
    let line = JSON.object([JSON.Member("unchanged", unchanged)] + members)
    return line.encoded() + [UInt8(ascii: "\n")]
  }

  /// Whether a line of standard error starts like a part; all other lines are messages.
  static func isPart(_ line: [UInt8]) -> Bool { line.first == UInt8(ascii: "{") }

  /// Parses a line without its newline; nil if the line is not a part.
  init?(_ line: [UInt8]) {
    guard Self.isPart(line), let json = try? JSON(parsing: line) else { return nil }
    do throws(RunError) {
      let unchanged = try JSONPlace(json).member("unchanged")
      measurements = try unchanged.member("measurements").integer(atLeast: 0)
      references = try unchanged.member("references").integer(atLeast: 0)
      run = try BenchmarkRun(json)
    } catch {
      return nil
    }
  }
}

/// Collects what an invocation writes to its standard error: parts and messages.
struct InvocationReport {
  /// The run up to the last part; nil before the first part.
  private(set) var run: BenchmarkRun?

  /// The last nonempty line that is not a part.
  var message: String? {
    let last = line.isEmpty || InvocationPart.isPart(line) ? lastMessage : line
    return last.map { String(decoding: $0, as: UTF8.self) }
  }

  private var lastMessage: [UInt8]?

  /// The start of a line whose newline has not been received yet.
  private var line: [UInt8] = []

  /// Adds the next bytes.
  ///
  /// - Returns: Whether the run changed.
  mutating func add(_ bytes: [UInt8]) -> Bool {
    var hasChanged = false
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[..<end]
      rest = rest[(end + 1)...]
      if let part = InvocationPart(line) {
        if let next = part.run(since: run) {
          run = next
          hasChanged = true
        }
      } else if !line.isEmpty, !InvocationPart.isPart(line) {
        lastMessage = line
      }
      line = []
    }
    line += rest
    return hasChanged
  }
}
