import TestSupport
import Testing

@Suite struct TranscriptTests {
  private static let package = TestFile.folder(of: #filePath) + "../.."
  private static let folder = TestFile.folder(of: #filePath) + "Transcripts"

  /// The names of all transcripts.
  static let names: [String] = {
    let list = try? BinaryUnderTest(path: "/bin/ls").run([folder])
    return (list?.output ?? "").split(separator: "\n").map(String.init)
      .filter { $0.hasSuffix(".txt") }
  }()

  @Test func `the folder of transcripts is not empty`() { #expect(Self.names.count >= 12) }

  /// If RECORD_TRANSCRIPTS=1 is set, the test replaces the transcript with the actual output.
  ///
  /// Review the diff before committing it.
  @Test(arguments: names)
  func `the binary's output matches the transcript`(name: String) throws {
    let path = Self.folder + "/" + name
    let written = try #require(TestFile.bytes(path).map { String(decoding: $0, as: UTF8.self) })
    let transcript = Transcript(written)
    let folder = try ScratchFolder()
    try folder.run("ln -s \"$1/corpora\" corpora && mkdir home", Self.package)
    for case .file(let name, let content) in transcript.parts {
      try folder.write(content, to: name)
    }
    let environment = try environment(in: folder)
    let rerun = try transcript.rerun { step in
      try BinaryUnderTest(path: "/bin/sh").run(
        ["-c", step.command], inputBytes: step.input, environment: environment,
        directory: folder.path)
    }
    if BinaryUnderTest.inherited("RECORD_TRANSCRIPTS") == "1" {
      let record = BinaryUnderTest(path: "/bin/sh")
      _ = try record.run(["-c", "cat > \"$1\"", "sh", path], input: rerun.text)
      return
    }
    #expect(!transcript.steps.isEmpty)
    for (expected, found) in zip(transcript.steps, rerun.steps) {
      #expect(found == expected, "\(name):\n\(found.text)is not\n\(expected.text)")
    }
    #expect(rerun.text == written, "\(name) is not written as it would be recorded")
  }

  private func environment(in folder: ScratchFolder) throws -> [String: String] {
    let binary = try BinaryUnderTest().path
    let programs = binary[..<(binary.lastIndex(of: "/") ?? binary.endIndex)]
    return [
      "PATH": "\(programs):/usr/local/bin:/usr/bin:/bin", "HOME": folder.path + "/home",
      "XDG_CONFIG_HOME": folder.path + "/config",
      "XDG_STATE_HOME": folder.path + "/state", "XDG_DATA_HOME": folder.path + "/data",
      "SEARCHBENCH_HISTORY": "",
      "LC_ALL": "C.UTF-8", "TERM": "dumb", "COLUMNS": "80", "LINES": "24", "PAGER": "cat",
    ]
  }

  @Test(arguments: [[], [10], [65], Array("a\\b\u{1B}\u{202E}é漢\n\n\tx".utf8), [0xFF, 10, 0, 92]])
  func `any bytes can be escaped and restored`(bytes: [UInt8]) {
    let lines = EscapedLines.text(of: bytes, mark: "> ").split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("> ") })
    #expect(lines.flatMap { EscapedLines.bytes(of: String($0.dropFirst(2))) } == bytes)
  }
}
