internal import Basics

/// A build of searchbench whose benchmarks can be started as processes.
package struct BenchmarkProgram: Hashable, Sendable {
  package let path: String

  /// Whether it has the option `--invocation`, with which a process samples its share of a run.
  package let takesInvocation: Bool

  /// Asks a program for its help, to find out whether it is a searchbench and which options it has.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - member: The benchmark that it must have, such as `bench search`.
  ///   - isCancelled: Whether to stop.
  /// - Throws: `notStarted`, `stranger`, `cancelled`.
  package init(
    path: String, member: String, isCancelled: () -> Bool
  ) throws(InvocationError) {
    self.path = path
    let process = try InvocationProcess(path, member.pieces(separatedBy: " ") + ["-hh"])
    let ending = process.finish(patience: Self.patience, isCancelled: isCancelled)
    if isCancelled() { throw .cancelled }
    let help = String(decoding: ending.output, as: UTF8.self)
    guard ending.exitCode == 0, help.hasOccurrence(of: "searchbench \(member)") else {
      throw .stranger(path: path, member: member)
    }
    takesInvocation = help.hasOccurrence(of: "--invocations")
  }

  /// The time that a program has for its help, in nanoseconds.
  private static let patience: UInt64 = 10_000_000_000
}
