internal import CTestSupport

/// A temporary folder for one test, deleted after the test.
package final class ScratchFolder: Sendable {
  /// The folder's path, without a trailing slash.
  package let path: String

  /// Whether this process runs as root, which can read and write everything.
  package static let isRoot =
    (try? BinaryUnderTest(path: "/bin/sh").run(["-c", "id -u"]).output) == "0\n"

  /// Creates an empty folder in the system's temporary folder.
  ///
  /// - Throws: `BinaryUnderTest.Failure` if the folder cannot be created.
  package init() throws(BinaryUnderTest.Failure) {
    let made = try Self.shell("mktemp -d \"${TMPDIR:-/tmp}/searchbench-test.XXXXXX\"")
    path = made.output.filter { $0 != "\n" }
    if made.exitStatus != 0 || path.isEmpty {
      throw BinaryUnderTest.Failure(description: "no temporary folder: \(made.error)")
    }
  }

  deinit { _ = try? Self.shell("chmod -R u+rwx \"$1\"; rm -rf \"$1\"", path) }

  /// Writes a file, creating its folders, and returns its path.
  ///
  /// - Throws: `BinaryUnderTest.Failure` if the file cannot be written.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws(BinaryUnderTest.Failure) -> String {
    let file = path + "/" + name
    let written = try Self.shell(
      "mkdir -p \"$(dirname \"$1\")\" && cat > \"$1\"", file, input: bytes)
    if written.exitStatus == 0 { return file }
    throw BinaryUnderTest.Failure(description: "\(file) cannot be written: \(written.error)")
  }

  /// Writes a text file, creating its folders, and returns its path.
  ///
  /// - Throws: `BinaryUnderTest.Failure` if the file cannot be written.
  @discardableResult
  package func write(_ text: String, to name: String) throws(BinaryUnderTest.Failure) -> String {
    try write(Array(text.utf8), to: name)
  }

  /// The text of a file in the folder; nil if it cannot be read.
  package func text(of name: String) -> String? {
    TestFile.bytes(path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Runs a shell script in the folder, such as `ln -s "$1" link`, with `arguments` as `$1`, `$2`
  /// and so on.
  ///
  /// - Throws: `BinaryUnderTest.Failure` if the script cannot be started or does not end.
  @discardableResult
  package func run(
    _ script: String, _ arguments: String...
  ) throws(BinaryUnderTest.Failure) -> BinaryUnderTest.Result {
    try BinaryUnderTest(path: "/bin/sh").run(["-c", script, "sh"] + arguments, directory: path)
  }

  private static func shell(
    _ script: String, _ arguments: String..., input: [UInt8] = []
  ) throws(BinaryUnderTest.Failure) -> BinaryUnderTest.Result {
    try BinaryUnderTest(path: "/bin/sh").run(["-c", script, "sh"] + arguments, inputBytes: input)
  }
}
