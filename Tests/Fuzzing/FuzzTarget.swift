/// A fuzz target: a format of inputs, and a check that every input must pass.
struct FuzzTarget: Sendable {
  let name: String

  /// The implementation or the property that results are compared with, as a text for people.
  let oracle: String

  /// The maximum size of an input in bytes.
  var longest = 512

  /// Checks an input; ends the process if the check fails.
  let check: @Sendable (FuzzInput) -> Void
}

/// Fails if two values differ.
func expectEqual<T: Equatable>(_ found: T, _ wanted: T, _ note: @autoclosure () -> String) {
  if found != wanted { fail("\(note())\n  found:  \(found)\n  wanted: \(wanted)") }
}

/// Fails if a condition is false.
func expect(_ condition: Bool, _ note: @autoclosure () -> String) {
  if !condition { fail(note()) }
}

/// Ends the process with a message, so that libFuzzer saves the input.
func fail(_ note: String) -> Never { fatalError("difference: \(note)") }
