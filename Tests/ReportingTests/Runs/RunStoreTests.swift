import Benchmarking
import Reporting
import System
import TestSupport
import Testing

@Suite struct RunStoreTests {
  private let folder: ScratchFolder
  private let store: RunStore

  init() throws {
    folder = try ScratchFolder()
    store = RunStore(folder: folder.path + "/data/runs")
  }

  private func run(_ id: String, name: String? = nil) -> BenchmarkRun {
    var run = BenchmarkRun(
      id: id, experiment: "unique", time: "2026-11-21T05:00:00Z", arguments: ["bench"],
      environment: Environment(kernel: "Linux 6.1.0"))
    run.name = name
    run.measurements = [Measurement(labels: ["contender": "uniqued"], blocks: [[0.1, 1e-9]])]
    return run
  }

  private func shell(_ script: String) throws -> String {
    try folder.run(script).output
  }

  @Test func `a saved run can be loaded, and no other file is left`() throws {
    let saved = run("20261121-050000-aaaaaa", name: "base")
    try store.save(saved)
    #expect(try store.load(saved.id) == saved)
    #expect(try shell("ls -A data/runs") == "20261121-050000-aaaaaa.json\n")
    #expect(try shell("stat -c %a data data/runs") == "700\n700\n")
  }

  @Test func `a run replaces only a run with its own ID`() throws {
    var first = run("20261121-050000-aaaaaa")
    try store.save(first)
    try store.save(run("20261121-050001-bbbbbb"))
    first.isFinished = true
    try store.save(first)
    let (runs, damaged) = store.list()
    #expect(runs == [first, run("20261121-050001-bbbbbb")])
    #expect(damaged.isEmpty)
  }

  @Test func `a missing folder has no runs`() throws {
    let (runs, damaged) = store.list()
    #expect(runs.isEmpty && damaged.isEmpty)
    let error = #expect(throws: RunStoreError.self) { try store.load("last") }
    #expect(error == .empty(folder: store.folder))
    #expect(
      error?.message
        == "there are no benchmark runs in \(store.folder): create one with searchbench bench")
  }

  @Test func `a run is found by its ID, a prefix of its ID, its name, or as the last run`() throws {
    try store.save(run("20261120-050000-aaaaaa", name: "base"))
    try store.save(run("20261121-050000-bbbbbb", name: "base"))
    try store.save(run("20261121-060000-cccccc"))
    #expect(try store.load("20261120").id == "20261120-050000-aaaaaa")
    #expect(try store.load("20261121-050000-bbbbbb").id == "20261121-050000-bbbbbb")
    #expect(try store.load("base").id == "20261121-050000-bbbbbb")
    #expect(try store.load("last").id == "20261121-060000-cccccc")
  }

  @Test func `a run that cannot be found is reported in one sentence`() throws {
    try store.save(run("20261121-050000-bbbbbb", name: "baseline"))
    try store.save(run("20261121-060000-cccccc"))
    func message(_ reference: String) -> String {
      do throws(RunStoreError) { return try store.load(reference).id } catch { return "\(error)" }
    }
    #expect(
      message("20261121")
        == "2 run ids start with 20261121: give a longer part of the id, such as 20261121-050000-bbbbbb or 20261121-060000-cccccc"
    )
    #expect(message("basline") == "there is no run basline: did you mean baseline?")
    #expect(
      message("20261121-060000-cccccx")
        == "there is no run 20261121-060000-cccccx: did you mean 20261121-060000-cccccc?")
    for reference in ["zebra", "", "../secret"] {
      #expect(
        message(reference)
          == "there is no run \(reference): give an id, the start of an id, a name, or last")
    }
  }

  @Test func `a reference that is a name and also a prefix of IDs means the name`() throws {
    try store.save(run("20261121-050000-bbbbbb", name: "2026"))
    try store.save(run("20261121-060000-cccccc"))
    #expect(try store.load("2026").id == "20261121-050000-bbbbbb")
  }

  @Test func `damaged run files are skipped, and each is reported in one sentence`() throws {
    try store.save(run("good"))
    let text = try #require(folder.text(of: "data/runs/good.json"))
    try folder.write(String(text.prefix(100)), to: "data/runs/cut.json")
    try folder.write("", to: "data/runs/empty.json")
    try folder.write(#"{"schema": 7, "id": "new"}"#, to: "data/runs/new.json")
    try folder.write(text, to: "data/runs/other.json")
    try folder.write(#"{"schema": 1}"#, to: "data/runs/part.json")
    try folder.run(
      "mkdir data/runs/folder.json; mkfifo data/runs/pipe.json; ln -s none data/runs/gone.json")
    try folder.run("truncate -s 256000001 data/runs/huge.json")
    let (runs, damaged) = store.list()
    #expect(runs.map(\.id) == ["good"])
    let sentences = [
      ("cut", "it is not JSON: line 6, byte 100: the text ends too early"),
      ("empty", "it is not JSON: line 1, byte 0: the text ends too early"),
      ("folder", "it is not a regular file"), ("gone", "no such file or directory"),
      ("huge", "it is larger than 256 MB"),
      (
        "new",
        "it has schema 7, and this version of searchbench reads schemas up to 2: use a newer version"
      ), ("other", "the file contains the run good: rename the file to good.json"),
      ("part", "id is missing"),
      ("pipe", "it is not a regular file"),
    ]
    let expected = sentences.map { name, reason in
      let path = "\(store.folder)/\(name).json"
      return "\(path) cannot read \(path): \(reason)"
    }
    for (found, wanted) in zip(damaged, expected) {
      #expect("\(found.path) \(found.sentence)" == wanted)
    }
    #expect(damaged.count == expected.count)
    #expect(throws: RunStoreError.damaged(path: store.path(of: "part"), reason: "id is missing")) {
      try store.load("part")
    }
  }

  @Test func `other files in the folder are not read`() throws {
    try store.save(run("good"))
    for name in [".searchbench-x.tmp", ".hidden.json", "notes.txt", "good.json.bak", "json"] {
      try folder.write("x", to: "data/runs/" + name)
    }
    try folder.run(#"touch "data/runs/$(printf '\377').json""#)
    let (runs, damaged) = store.list()
    #expect(runs.map(\.id) == ["good"] && damaged.isEmpty)
  }

  @Test func `a run is removed by any of its names, even if it is damaged`() throws {
    try store.save(run("20261120-050000-aaaaaa", name: "base"))
    try store.save(run("20261121-050000-bbbbbb"))
    try folder.write("x", to: "data/runs/20261122-bad.json")
    #expect(
      try store.id(of: "20261122") == "20261122-bad" && store.id(of: "last") == "20261122-bad")
    #expect(try store.id(of: "base") == "20261120-050000-aaaaaa")
    #expect(try store.remove("20261122") == "20261122-bad")
    #expect(try store.remove("base") == "20261120-050000-aaaaaa")
    #expect(throws: RunStoreError.unknown("base", nearest: nil)) { try store.remove("base") }
    #expect(store.list().runs.map(\.id) == ["20261121-050000-bbbbbb"])
  }

  @Test func `a folder that cannot be created is an error with its path`() throws {
    try folder.write("x", to: "file")
    let inFile = RunStore(folder: folder.path + "/file/runs")
    #expect(throws: OutputError.failed(path: inFile.folder, reason: "Not a directory")) {
      try inFile.save(run("a"))
    }
    let isFile = RunStore(folder: folder.path + "/file")
    #expect(throws: OutputError.failed(path: isFile.folder, reason: "Not a directory")) {
      try isFile.save(run("a"))
    }
    let (runs, damaged) = isFile.list()
    #expect(runs.isEmpty)
    #expect(damaged.map(\.sentence) == ["cannot use \(isFile.folder): not a directory"])
    #expect(throws: RunStoreError.failed(path: isFile.folder, reason: "Not a directory")) {
      try isFile.load("last")
    }
    #expect(throws: OutputError.self) { try RunStore(folder: "/proc/none").save(run("a")) }
    #expect(throws: OutputError.self) { try RunStore(folder: "").save(run("a")) }
  }

  @Test func `a folder with the name of a run file is not replaced`() throws {
    try folder.run("mkdir -p data/runs/a.json")
    #expect(throws: OutputError.isDirectory(path: store.path(of: "a"))) { try store.save(run("a")) }
    #expect(throws: RunStoreError.self) { try store.remove("a") }
  }

  @Test func `runs saved at the same time are all kept`() async throws {
    let store = store
    let all = (0..<40).map { run("run-\($0 + 10)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for run in all { group.addTask { for _ in 0..<3 { try store.save(run) } } }
      try await group.waitForAll()
    }
    #expect(store.list().runs == all)
    #expect(try shell("ls -A data/runs | wc -l").filter(\.isNumber) == "40")
  }

  @Test(
    arguments: [
      (["XDG_DATA_HOME": "/data", "HOME": "/h"], "/data/searchbench/runs"),
      (["XDG_DATA_HOME": "/data/", "HOME": "/h"], "/data/searchbench/runs"),
      (["XDG_DATA_HOME": "data", "HOME": "/h"], "/h/.local/share/searchbench/runs"),
      (["XDG_DATA_HOME": ""], nil), (["HOME": "h"], nil), ([:], nil),
    ] as [(EnvironmentVariables, String?)])
  func `environment variables determine the folder`(
    environment: EnvironmentVariables, path: String?
  ) {
    #expect(RunStore.defaultFolder(environment: environment) == path)
  }

  @Test func `hostile text in a run is restored unchanged`() throws {
    var hostile = run("hostile", name: "\u{1B}]0;x\u{7}\u{202E}")
    hostile.notes = ["\u{0}\u{9B}31m", String(repeating: "x", count: 100_000)]
    try store.save(hostile)
    #expect(try store.load("hostile") == hostile)
    let text = try #require(folder.text(of: "data/runs/hostile.json"))
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{9B}" })
  }
}
