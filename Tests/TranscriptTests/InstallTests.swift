import TestSupport
import Testing

@Suite struct InstallTests {
  private static let package = TestFile.folder(of: #filePath) + "../.."

  /// Runs the package's `scripts/install` in a folder, with the program under test.
  private func install(
    _ arguments: [String], in folder: ScratchFolder, environment: [String: String] = [:]
  ) throws -> BinaryUnderTest.Result {
    var variables = ["SEARCHBENCH_BINARY": try BinaryUnderTest().path]
    variables.merge(environment) { $1 }
    return try BinaryUnderTest(path: Self.package + "/scripts/install").run(
      arguments, environment: variables, directory: folder.path)
  }

  /// The sorted paths of everything below a folder.
  private func files(in folder: ScratchFolder, _ kind: String = "f") throws -> [String] {
    try folder.run("find . -mindepth 1 -type \(kind) | LC_ALL=C sort").output
      .split(separator: "\n").map(String.init)
  }

  private static let installed = [
    "bin/searchbench", "bin/searchbench-contenders",
    "share/bash-completion/completions/searchbench", "share/doc/searchbench/LICENSE",
    "share/fish/vendor_completions.d/searchbench.fish", "share/man/man1/searchbench.1",
    "share/searchbench/corpora/macos-releases/README.md",
    "share/searchbench/corpora/macos-releases/macos-releases.csv",
    "share/searchbench/corpora/symbols/README.md",
    "share/searchbench/corpora/symbols/symbols.txt",
    "share/searchbench/corpora/transcript/README.md",
    "share/searchbench/corpora/transcript/transcript.csv",
    "share/searchbench/corpora/unicode-names/LICENSE.txt",
    "share/searchbench/corpora/unicode-names/README.md",
    "share/searchbench/corpora/unicode-names/unicode-names.csv", "share/searchbench/manifest",
    "share/zsh/site-functions/_searchbench",
  ]

  @Test func `an installation works, and can be repeated and removed`() throws {
    let folder = try ScratchFolder()
    let arguments = ["--prefix", "/opt/search bench", "--destdir=root of it"]
    for _ in 1...2 {
      let result = try install(arguments, in: folder)
      #expect(result.exitStatus == 0, "\(result.error)")
      #expect(result.error == "install: installed in \(folder.path)/root of it/opt/search bench\n")
    }
    #expect(
      try files(in: folder) == Self.installed.map { "./root of it/opt/search bench/" + $0 })
    let program = BinaryUnderTest(
      path: folder.path + "/root of it/opt/search bench/bin/searchbench")
    // The tour loads a corpus that was installed with the program.
    let tour = try program.run(["-c", ":tour"], directory: "/")
    #expect(tour.output.contains("/share/searchbench/corpora/unicode-names/unicode-names.csv"))
    #expect(try program.run(["doctor"]).output.contains("bin/searchbench-contenders"))
    let page = folder.text(of: "root of it/opt/search bench/share/man/man1/searchbench.1")
    #expect(page == (try BinaryUnderTest().run(["help", "--man"]).output))
    let removed = try install(["--uninstall"] + arguments, in: folder)
    #expect(removed.exitStatus == 0, "\(removed.error)")
    #expect(try files(in: folder) == [])
    // Uninstalling removes the prefix folder, which the installation created, but not its parent
    // folders.
    #expect(try files(in: folder, "d") == ["./root of it", "./root of it/opt"])
  }

  @Test func `uninstalling keeps files that were not installed`() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "local/share/man/man1/other.1")
    try folder.write("mine", to: "local/bin/other")
    let environment = ["DESTDIR": folder.path]
    #expect(
      try install(["--prefix", "/local"], in: folder, environment: environment).exitStatus == 0)
    try folder.write("mine", to: "local/share/searchbench/corpora/own.txt")
    let removed = try install(
      ["--uninstall", "--prefix", "/local"], in: folder, environment: environment)
    #expect(removed.exitStatus == 0)
    #expect(
      try files(in: folder) == [
        "./local/bin/other", "./local/share/man/man1/other.1",
        "./local/share/searchbench/corpora/own.txt",
      ])
  }

  @Test func `install failures are reported in one sentence`() throws {
    let folder = try ScratchFolder()
    try folder.write("a file", to: "file")
    let blocked = try install(["--prefix", "file/x"], in: folder)
    #expect(blocked.exitStatus == 1)
    #expect(blocked.error.hasPrefix("install: cannot make \(folder.path)/file: choose"))
    let absent = try install(["--uninstall", "--prefix", "none"], in: folder)
    #expect(absent.exitStatus == 1)
    #expect(absent.error.hasPrefix("install: searchbench is not installed in \(folder.path)/none:"))
    for arguments in [["--prefix"], ["--prefix", ""], ["--nothing"], ["somewhere"]] {
      let result = try install(arguments, in: folder)
      #expect(result.exitStatus == 64)
      #expect(result.error.contains("usage: scripts/install"))
    }
    let missing = try install(
      ["--prefix", "new"], in: folder, environment: ["SEARCHBENCH_BINARY": "nowhere"])
    #expect(missing.exitStatus == 1)
    #expect(try files(in: folder) == ["./file"])
  }
}
