/// The size of exhaustive and random tests.
package enum Effort {
  /// Whether tests use their large sizes (`scripts/test --thorough`).
  package static let isThorough = BinaryUnderTest.inherited("SEARCHBENCH_THOROUGH") == "1"

  /// The size of a test: `usual` in a normal run, `thorough` in a thorough run.
  package static func size<Size>(_ usual: Size, thorough: Size) -> Size {
    isThorough ? thorough : usual
  }
}
