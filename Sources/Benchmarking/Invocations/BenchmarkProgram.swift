internal import Basics

/// A build of searchbench that can run benchmarks in separate processes.
package struct BenchmarkProgram: Hashable, Sendable {
  package let path: String

  /// Whether the program has the option `--invocation`, which limits the samples to those of one
  /// invocation.
  package let takesInvocation: Bool

  /// Whether the program has the option `--count`, which counts instructions.
  package let takesCount: Bool

  /// Reads the program's help text to find out whether the program is a build of searchbench, and
  /// which options it has.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - member: The benchmark that the program must support, such as `bench search`.
  ///   - isCancelled: Checked every 20 ms; `true` stops the program.
  /// - Throws: `notStarted`, `wrongProgram`, `cancelled`.
  package init(
    path: String, member: String, isCancelled: () -> Bool
  ) throws(InvocationError) {
    self.path = path
    let process = try InvocationProcess(path, member.pieces(separatedBy: " ") + ["-hh"])
    let ending = process.finish(timeout: Self.timeout, isCancelled: isCancelled)
    if isCancelled() { throw .cancelled }
    let help = String(decoding: ending.output, as: UTF8.self)
    guard ending.exitCode == 0, help.hasOccurrence(of: "searchbench \(member)") else {
      throw .wrongProgram(path: path, member: member)
    }
    takesInvocation = help.hasOccurrence(of: "--invocations")
    takesCount = help.hasOccurrence(of: "--count WHAT")
  }

  /// The time limit for a program to print its help, in nanoseconds.
  private static let timeout: UInt64 = 10_000_000_000
}
