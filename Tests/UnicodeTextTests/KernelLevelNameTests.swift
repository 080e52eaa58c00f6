import Testing

@testable import UnicodeText

/// Tests which kernel level a value of the environment variable `SEARCHBENCH_KERNELS` selects.
extension KernelLevelTests {
  /// The kernel levels that this processor supports.
  private var served: [Kernels.Level] { Kernels.Level.allCases.filter(\.isSupported) }

  @Test func `a kernel level that the processor supports is chosen by name`() {
    #expect(served.contains(.scalar))
    for level in served { #expect(Kernels.level(named: level.rawValue) == level) }
  }

  @Test func `naming an unsupported kernel level selects the widest supported one`() throws {
    let widest = try #require(served.last)
    // No processor supports all kernel levels.
    let lacked = Kernels.Level.allCases.filter { !served.contains($0) }
    #expect(!lacked.isEmpty)
    for level in lacked { #expect(Kernels.level(named: level.rawValue) == widest) }
  }

  @Test(arguments: [nil, "", "AVX2", "avx2 ", "avx", "avx512bw", "5", "nosuchlevel"])
  func `an unknown kernel level name selects the widest supported one`(name: String?) throws {
    let widest = try #require(served.last)
    #expect(Kernels.level(named: name) == widest)
  }
}
