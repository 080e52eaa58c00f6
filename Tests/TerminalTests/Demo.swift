import TestSupport

/// Starts the program around one line editor that these tests drive.
enum Demo {
  static func start(
    _ environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> Pseudoterminal {
    let demo = try Pseudoterminal(
      try BinaryUnderTest("terminal-demo"), environment: environment, columns: columns, rows: rows)
    try demo.expect("> ")
    return demo
  }
}

extension Pseudoterminal {
  /// Drops the line and ends the program as a person would, which also saves what it covered.
  func leave() throws(Failure) {
    press(PseudoterminalKeys.control("c"))
    try expect("interrupted")
    try expect("> ")
    press(PseudoterminalKeys.control("d"))
    try expect("end of input")
    try expectEnd()
  }

  /// Waits until the program has taken `line` and asks for the next.
  func expectLine(_ line: String) throws(Failure) {
    try expect("line [\(line.debugDescription)]")
    try expect("> ")
  }
}
