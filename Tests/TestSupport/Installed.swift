/// Checks whether optional programs that some tests use are installed.
package enum Installed {
  /// Whether the shell finds `program` on the path.
  package static func has(_ program: String) -> Bool {
    let shell = BinaryUnderTest(path: "/bin/sh")
    return (try? shell.run(["-c", "command -v \"$1\"", "sh", program]))?.exitStatus == 0
  }
}
