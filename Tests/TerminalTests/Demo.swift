import TestSupport

/// Starts the demo program in its line-editor mode.
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
  /// Discards the line and exits the demo normally, so that its coverage data is saved.
  func leave() throws(Failure) {
    press(PseudoterminalKeys.control("c"))
    try expect("interrupted")
    try expect("> ")
    press(PseudoterminalKeys.control("d"))
    try expect("end of input")
    try expectEnd()
  }

  /// Waits until the program has received `line` and prompts for the next line.
  func expectLine(_ line: String) throws(Failure) {
    try expect("line [\(line.debugDescription)]")
    try expect("> ")
  }
}
