import Testing

@testable import UnicodeText

/// Tests which level a value of the environment variable `SEARCHBENCH_KERNELS` selects.
extension KernelLevelTests {
  /// The levels that the processor supports.
  private var served: [Kernels.Level] {
    var levels: [Kernels.Level] = []
    Self.atEveryLevel { levels.append($0) }
    return levels
  }

  @Test func `a level that the processor supports is chosen by name`() {
    #expect(served.contains(.scalar))
    for level in served { #expect(Kernels.level(asked: "\(level)") == level) }
  }

  @Test func `a level that the processor lacks gives the widest supported one`() throws {
    let widest = try #require(served.last)
    // No processor supports all levels.
    let lacked = Kernels.Level.allCases.filter { !served.contains($0) }
    #expect(!lacked.isEmpty)
    for level in lacked { #expect(Kernels.level(asked: "\(level)") == widest) }
  }

  @Test(arguments: [nil, "", "AVX2", "avx2 ", "avx", "5", "nosuchlevel"])
  func `an unknown level name gives the widest supported one`(name: String?) throws {
    let widest = try #require(served.last)
    #expect(Kernels.level(asked: name) == widest)
  }
}
