import TestSupport
import Testing

/// Runs the console sessions in README.md.
@Suite struct ReadmeTests {
  /// A command in a console session, with its expected output.
  struct Step: CustomTestStringConvertible {
    let command: String
    var output = ""
    var testDescription: String { command }
  }

  private static let package = TestFile.folder(of: #filePath) + "../.."

  /// The steps of all code blocks that begin with "```console".
  static let steps: [Step] = {
    let text = TestFile.bytes(package + "/README.md").map { String(decoding: $0, as: UTF8.self) }
    var steps: [Step] = []
    var isSession = false
    for line in (text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isSession = line == "```console"
      } else if isSession, line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
      } else if isSession, !steps.isEmpty {
        steps[steps.count - 1].output += line + "\n"
      }
    }
    return steps
  }()

  @Test func `README.md contains console sessions`() {
    #expect(Self.steps.count >= 5)
  }

  @Test(arguments: steps)
  func `a command in README.md prints the shown output`(step: Step) throws {
    let folder = try ScratchFolder()
    try folder.run("ln -s \"$1/corpora\" corpora && mkdir home", Self.package)
    let binary = try BinaryUnderTest().path
    let programs = binary[..<(binary.lastIndex(of: "/") ?? binary.endIndex)]
    let result = try BinaryUnderTest(path: "/bin/sh").run(
      ["-c", "exec 2>&1; " + step.command],
      environment: [
        "PATH": "\(programs):/usr/bin:/bin", "HOME": folder.path + "/home", "LC_ALL": "C.UTF-8",
        "SEARCHBENCH_HISTORY": "", "TERM": "dumb",
      ], directory: folder.path)
    #expect(result.output == step.output)
  }
}
