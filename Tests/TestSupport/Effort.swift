/// How much exhaustive and random tests do.
public enum Effort {
  /// Whether they take their large sizes, as `scripts/test --thorough` asks.
  public static let isThorough = BinaryUnderTest.inherited("SEARCHBENCH_THOROUGH") == "1"

  /// The size of a test: the first in each run, the other in a thorough one.
  public static func size<Size>(_ usual: Size, thorough: Size) -> Size {
    isThorough ? thorough : usual
  }
}
