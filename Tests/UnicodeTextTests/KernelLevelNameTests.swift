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

  @Test func `a level that the processor has is taken by its name`() {
    #expect(served.contains(.scalar))
    for level in served { #expect(Kernels.level(asked: "\(level)") == level) }
  }

  @Test func `a level that the processor lacks gives the widest`() throws {
    let widest = try #require(served.last)
    // No processor supports all levels.
    let lacked = Kernels.Level.allCases.filter { !served.contains($0) }
    #expect(!lacked.isEmpty)
    for level in lacked { #expect(Kernels.level(asked: "\(level)") == widest) }
  }

  @Test(arguments: [nil, "", "AVX2", "avx2 ", "avx", "5", "nosuchlevel"])
  func `what names no level gives the widest`(name: String?) throws {
    let widest = try #require(served.last)
    #expect(Kernels.level(asked: name) == widest)
  }
}
