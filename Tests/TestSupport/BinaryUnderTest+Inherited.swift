internal import CTestSupport

extension BinaryUnderTest {
  /// The value of a variable in the environment of the test process.
  package static func inherited(_ name: String) -> String? {
    // SAFETY: The environment is a null-terminated list of C strings, and tests do not change it.
    var next = unsafe cts_environment()
    while let entry = unsafe next.pointee {
      let text = unsafe String(cString: entry)
      if text.hasPrefix(name + "=") { return String(text.dropFirst(name.utf8.count + 1)) }
      unsafe next += 1
    }
    return nil
  }
}
