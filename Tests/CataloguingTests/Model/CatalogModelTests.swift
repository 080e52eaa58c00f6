import TestSupport
import Testing

@Suite struct CatalogModelTests {
  /// Runs random sequences of steps; a failing sequence is reduced to the steps that cause the
  /// failure.
  @Test(arguments: 0..<Effort.size(16, thorough: 400))
  func `a catalog agrees with a model of dictionaries after any operations`(seed: Int) async throws
  {
    var random = SeededGenerator(seed: UInt64(seed))
    var steps = (0..<60).map { _ in ModelStep(&random) }
    var compared = 0
    guard var difference = try await outcome(of: steps, seed, &compared) else {
      #expect(compared > 0)
      return
    }
    var place = 0
    while place < steps.count {
      var fewer = steps
      fewer.remove(at: place)
      if let other = try await outcome(of: fewer, seed, &compared) {
        (steps, difference) = (fewer, other)
      } else {
        place += 1
      }
    }
    let list = steps.map { "\($0)" }.joined(separator: "\n")
    Issue.record("seed \(seed): \(difference)\n\(list)")
  }

  /// The first difference between the catalog and the model; nil if they agree.
  private func outcome(
    of steps: [ModelStep], _ seed: Int, _ compared: inout Int
  ) async throws -> String? {
    let run = try ModelRun()
    defer { compared = run.compared }
    do {
      try await run.run(steps, seed: UInt64(seed))
    } catch let error as ModelRun.Difference {
      return error.text
    } catch {
      return "\(error)"
    }
    return nil
  }
}
