/// The size of exhaustive and random tests.
public enum Effort {
  /// Whether tests use their large sizes (`scripts/test --thorough`).
  public static let isThorough = BinaryUnderTest.inherited("SEARCHBENCH_THOROUGH") == "1"

  /// The size of a test: `usual` in a normal run, `thorough` in a thorough run.
  public static func size<Size>(_ usual: Size, thorough: Size) -> Size {
    isThorough ? thorough : usual
  }
}
