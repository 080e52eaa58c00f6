/// A fuzz target: a kind of input, and a check that every such input must pass.
struct FuzzTarget: Sendable {
  let name: String

  /// The implementation that the results are compared with.
  let oracle: String

  /// The maximum size of an input in bytes.
  var longest = 512

  /// Checks an input; ends the process if the check fails.
  let check: @Sendable (FuzzInput) -> Void
}

/// Fails unless two values are equal.
func expectEqual<T: Equatable>(_ found: T, _ wanted: T, _ note: @autoclosure () -> String) {
  if found != wanted { fail("\(note())\n  found:  \(found)\n  wanted: \(wanted)") }
}

/// Fails unless a condition holds.
func expect(_ condition: Bool, _ note: @autoclosure () -> String) {
  if !condition { fail(note()) }
}

/// Ends the process with a message, so that libFuzzer saves the input.
func fail(_ note: String) -> Never { fatalError("difference: \(note)") }
