import System
import Testing
import UnicodeText

@testable import Shell

/// Tests what the program reports about the environment variable `SEARCHBENCH_KERNELS`.
@Suite struct KernelVariableTests {
  private func problem(_ value: String) -> String? {
    KernelVariable.problem(EnvironmentVariables([KernelVariable.name: value]))
  }

  @Test func `a supported kernel level, an empty value and an unset variable are no problem`() {
    #expect(KernelVariable.problem(EnvironmentVariables([:])) == nil)
    #expect(problem("") == nil)
    for level in Kernels.Level.allCases where level.isSupported {
      #expect(problem(level.rawValue) == nil)
    }
  }

  @Test func `a kernel level that the processor does not support is reported`() {
    // No processor supports all levels, because some levels are for x86 and some are for ARM.
    let lacked = Kernels.Level.allCases.filter { !$0.isSupported }
    #expect(!lacked.isEmpty)
    for level in lacked {
      #expect(
        problem(level.rawValue)
          == "SEARCHBENCH_KERNELS is ignored: this processor does not support \(level)")
    }
  }

  @Test(arguments: ["AVX2", "avx2 ", "avx512-vbmi", "3", "mmx"])
  func `an unknown kernel level is reported with the known ones`(name: String) throws {
    let sentence = try #require(problem(name))
    #expect(sentence.contains(CommandWords.quoted(name)))
    for level in Kernels.Level.allCases { #expect(sentence.contains(level.rawValue)) }
  }
}
