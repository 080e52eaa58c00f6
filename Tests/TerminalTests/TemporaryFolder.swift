import System
import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A temporary folder for one test, deleted after the test.
final class TemporaryFolder {
  let path: String

  init() throws(SystemError) {
    let base = Platform.environment()["TMPDIR"] ?? "/tmp"
    let unique = "\(Platform.processID)-\(UInt64.random(in: 0...UInt64.max))"
    path = base + "/searchbench-tests-" + unique
    try Platform.makeFolder(ofFile: path + "/")
  }

  deinit {
    _ = try? ChildProcess.run(["/bin/rm", "-rf", path])
  }

  /// Writes a file in the folder and returns its path.
  func file(_ name: String, _ text: String) throws(SystemError) -> String {
    try file(name, bytes: Array(text.utf8))
  }

  /// Writes a file in the folder and returns its path.
  func file(_ name: String, bytes: [UInt8]) throws(SystemError) -> String {
    let path = self.path + "/" + name
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try Platform.write(bytes.span, to: descriptor)
    _ = close(descriptor)
    return path
  }

  /// The permission bits of a file.
  static func mode(of path: String) -> mode_t {
    var status = stat()
    // SAFETY: The call fills in the given structure.
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }
}
