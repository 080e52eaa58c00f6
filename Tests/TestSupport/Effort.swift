internal import CTestSupport

/// The sizes of exhaustive and random tests, and values that depend on how the tests were built.
package enum Effort {
  /// Whether tests use their large sizes (`scripts/test --thorough`).
  package static let isThorough = BinaryUnderTest.inherited("SEARCHBENCH_THOROUGH") == "1"

  /// The size of a test: `usual` in a normal run, `thorough` in a thorough run.
  package static func size<Size>(_ usual: Size, thorough: Size) -> Size {
    isThorough ? thorough : usual
  }

  /// Whether the tests were built with AddressSanitizer (`scripts/test --sanitize`).
  ///
  /// AddressSanitizer reserves terabytes of address space, so tests cannot limit the memory of a
  /// process.
  package static let isSanitized = cts_is_sanitized()

  /// The factor by which tests multiply their time limits for programs.
  static let patience: Int32 = isSanitized ? 10 : 1
}
