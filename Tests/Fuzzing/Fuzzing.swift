internal import CTestSupport

/// Runs one fuzz target with libFuzzer; scripts/fuzz builds and calls this program.
///
///     searchbench-fuzz --list
///     searchbench-fuzz TARGET [OPTION OF LIBFUZZER]... [FOLDER OF INPUTS]...
@main struct Fuzzing {
  static let targets = [
    FuzzTarget.query, .regex, .csv, .json, .text, .gzip, .keys, .frames, .index, .image, .commands,
    .session, .runs, .catalog, .answers,
  ]

  /// The target that the first argument names.
  private static let chosen: FuzzTarget? = {
    let arguments = CommandLine.arguments
    return arguments.count > 1 ? targets.first { $0.name == arguments[1] } : nil
  }()

  static func main() {
    guard let chosen else {
      for target in targets { print("\(target.name)\t\(target.oracle)") }
      return
    }
    let arguments =
      [CommandLine.arguments[0], "-max_len=\(chosen.longest)"] + CommandLine.arguments.dropFirst(2)
    // SAFETY: libFuzzer uses the list and its strings until the process ends, so they are never
    // freed.
    let list = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: arguments.count + 1)
    for (index, argument) in arguments.enumerated() {
      let text = UnsafeMutableBufferPointer<CChar>.allocate(
        capacity: argument.utf8.count + 1)
      _ = unsafe text.initialize(from: argument.utf8CString)
      unsafe list.initializeElement(at: index, to: text.baseAddress)
    }
    unsafe list.initializeElement(at: arguments.count, to: nil)
    guard var start = list.baseAddress else { return }
    var count = Int32(arguments.count)
    _ = unsafe LLVMFuzzerRunDriver(&count, &start) { bytes, count in
      // SAFETY: libFuzzer passes `count` bytes that are valid during the call.
      let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
      Fuzzing.chosen?.check(FuzzInput(input))
      return 0
    }
  }
}
