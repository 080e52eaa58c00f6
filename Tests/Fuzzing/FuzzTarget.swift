/// A kind of input, and what must hold for each.
struct FuzzTarget: Sendable {
  let name: String

  /// What the answers are compared with.
  let oracle: String

  /// The largest input in bytes.
  var longest = 512

  /// Checks an input; ends the process if something is wrong.
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

/// Ends the process with a message, so that libFuzzer stores the input.
func fail(_ note: String) -> Never { fatalError("difference: \(note)") }
