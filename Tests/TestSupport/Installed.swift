/// Programs that some tests use where the machine has them.
public enum Installed {
  /// Whether the shell finds a program of this name on the path.
  public static func has(_ program: String) -> Bool {
    let shell = BinaryUnderTest(path: "/bin/sh")
    return (try? shell.run(["-c", "command -v \"$1\"", "sh", program]))?.exitStatus == 0
  }
}
