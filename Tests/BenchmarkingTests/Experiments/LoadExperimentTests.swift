import Corpora
import Searching
import TestSupport
import Testing

@testable import Benchmarking

@Suite struct LoadExperimentTests {
  @Test func `loading, folding and each index are timed`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("Eins\nzwei\nÄpfel\n", to: "words.txt")
    let rows = try LoadExperiment.run(
      LoadExperiment.Request([path]), Listener().context())
    let indexes = AccessPathCatalog.names.filter { $0 != "scan" }
    #expect(rows.map { $0.labels["stage"] } == ["load", "fold"] + indexes)
    #expect(rows.allSatisfy { $0.status == .ok && $0.samples.count >= 5 })
    #expect(rows.allSatisfy { $0.labels["corpus"] == "words" && $0.counts["records"] == 3 })
    #expect(rows[0].counts["bytes"] == 17)
    #expect(rows[1].counts["bytes"] == 17)
    #expect(rows[0].counts["memory_bytes"] ?? 0 >= 17)
    // Removing the diacritic makes the string "äpfel" one byte shorter.
    #expect(rows[1].counts["memory_bytes"] == 16 + 4 * 4)
  }

  @Test func `folding that changes nothing takes no memory`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("eins\nzwei\n", to: "words.txt")
    let rows = try LoadExperiment.run(LoadExperiment.Request([path]), Listener().context())
    #expect(rows[1].counts["memory_bytes"] == 0)
  }

  @Test func `input that cannot be loaded repeatedly is refused`() throws {
    func error(_ paths: [String]) -> BenchmarkError? {
      do throws(BenchmarkError) {
        _ = try LoadExperiment.run(LoadExperiment.Request(paths), Listener().context())
        return nil
      } catch {
        return error
      }
    }
    #expect(error(["-"]) == .standardInput)
    #expect(error([]) == .nothing("file"))
    let folder = try ScratchFolder()
    guard case .corpus(let reason) = error([folder.path + "/none"]) else {
      Issue.record("a missing file was loaded")
      return
    }
    #expect(BenchmarkError.corpus(reason).message == reason.message)
    #expect(!BenchmarkError.corpus(reason).isUsage)
  }

  @Test func `canceling ends the experiment without a note`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("eins\n", to: "words.txt")
    let rows = try LoadExperiment.run(
      LoadExperiment.Request([path]), Listener().context(isCancelled: { true }))
    #expect(rows.isEmpty)
  }
}
