import Testing

@testable import Benchmarking

@Suite struct StudentsTTests {
  @Test func `critical values agree with SciPy`() throws {
    let entries = try StatisticsVectors().entries("t")
    #expect(entries.count == 9)
    for entry in entries {
      let degrees = try entry.figure("degrees")
      let expected = try entry.figure("critical")
      let critical = StudentsT.critical(level: 0.95, degrees: degrees)
      #expect(isClose(critical, expected, within: 1e-10), "\(degrees): \(critical), \(expected)")
      #expect(isClose(StudentsT.outside(critical, degrees: degrees), 0.05, within: 1e-9))
    }
  }

  @Test func `the incomplete beta function agrees with SciPy`() throws {
    let entries = try StatisticsVectors().entries("beta")
    #expect(entries.count == 16)
    for entry in entries {
      let value = StudentsT.incompleteBeta(
        try entry.figure("x"), try entry.figure("a"), try entry.figure("b"))
      #expect(isClose(value, try entry.figure("value"), within: 1e-10), "\(entry)")
    }
  }

  @Test func `the incomplete beta function has the correct limits and symmetry`() {
    #expect(StudentsT.incompleteBeta(0, 2, 3) == 0)
    #expect(StudentsT.incompleteBeta(-1, 2, 3) == 0)
    #expect(StudentsT.incompleteBeta(1, 2, 3) == 1)
    for x in [0.1, 0.37, 0.8] {
      let mirrored = 1 - StudentsT.incompleteBeta(1 - x, 4.5, 1.5)
      #expect(isClose(StudentsT.incompleteBeta(x, 1.5, 4.5), mirrored))
    }
    // For a = b = 1, the incomplete beta function is the identity.
    #expect(isClose(StudentsT.incompleteBeta(0.3, 1, 1), 0.3))
  }
}
