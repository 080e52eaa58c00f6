internal import Benchmarking
internal import System

/// How to count the processor instructions that each measurement of a benchmark executes.
enum InstructionCounting {
  /// Each invocation counts its instructions with the processor's counters.
  case byProcessor

  /// After the invocations, one more process runs in Valgrind, which counts the instructions.
  ///
  /// `path` is the path of Valgrind, and `words` are the arguments of the process.
  case inValgrind(path: String, words: [String])

  /// Chooses Valgrind if it is installed; otherwise, chooses the processor's counters.
  ///
  /// Valgrind is preferred, because its counts vary less than the counts of the processor.
  ///
  /// - Parameters:
  ///   - words: the command-line arguments of the counting process.
  ///   - folders: the value of `PATH`.
  /// - Throws: a failure if Valgrind is missing, and the processor's counters cannot be used.
  init(_ words: [String], folders: String) throws {
    if let valgrind = Platform.findProgram("valgrind", in: folders) {
      self = .inValgrind(path: valgrind, words: words)
    } else if SystemMeter().countsInstructions {
      self = .byProcessor
    } else {
      throw ShellError.failure(
        "--count: this system has no counter of instructions, and valgrind is not in PATH: "
          + "install it, or leave out --count")
    }
  }

  /// Stores the instruction counts of `program`, and the name of the counter, in `run`.
  ///
  /// If Valgrind counts, this function runs the counting process. The processor's counters need no
  /// such process, because they count during the invocations.
  ///
  /// - Throws: `InvocationError` if the counting process cannot be started, fails or is canceled.
  func count(
    _ program: BenchmarkProgram, _ member: String, in run: inout BenchmarkRun,
    isCancelled: () -> Bool
  ) throws(InvocationError) {
    guard case .inValgrind(let valgrind, let words) = self else {
      run.settings[BenchmarkRun.counter] = "processor"
      return
    }
    let folder: String
    do throws(SystemError) {
      folder = try Platform.temporaryFolder()
    } catch {
      throw .notStarted(path: valgrind, reason: "no temporary folder: \(error.message)")
    }
    defer {
      for name in Platform.names(inDirectory: folder) ?? [] { Platform.remove("\(folder)/\(name)") }
      Platform.removeFolder(folder)
    }
    let invocation = Invocation(
      counting: program, member, words, valgrind: valgrind, into: folder + "/counts")
    let result = try invocation.run(isCancelled: isCancelled, onPart: { _ in }, onWait: {})
    if let failure = result.failure { throw failure }
    run.takeInstructions(from: result.run)
    run.settings[BenchmarkRun.counter] = "valgrind"
  }
}
