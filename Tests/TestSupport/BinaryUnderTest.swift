internal import CTestSupport

/// An executable of this package that tests run; its file is next to the test bundle.
package struct BinaryUnderTest: Sendable {
  /// How a program ended.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(bySignal: Int32)

    init(status: Int32) {
      self = status < 256 ? .exited(status) : .killed(bySignal: status - 256)
    }
  }

  /// The result of a run.
  package struct Result: Sendable {
    package let ending: Ending
    package let outputBytes: [UInt8]
    package let errorBytes: [UInt8]

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    package var error: String { String(decoding: errorBytes, as: UTF8.self) }

    /// The exit status; -1 if a signal ended the program.
    package var exitStatus: Int32 {
      if case .exited(let status) = ending { status } else { -1 }
    }
  }

  /// The program could not be found or run.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let path: String

  /// Finds the executable `name` next to the test bundle.
  ///
  /// - Throws: `Failure` if the path of the test bundle is unknown.
  package init(_ name: String = "searchbench") throws(Failure) {
    var buffer = [CChar](repeating: 0, count: 4_096)
    // SAFETY: The call writes at most `buffer.count` bytes, the size of the array.
    let length = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe cts_image_path($0, buffer.count) } ?? 0
    }
    var folder = buffer.prefix(length).map { UInt8(bitPattern: $0) }
    // On macOS, the test executable is several folders deep in the bundle.
    repeat {
      guard let slash = folder.lastIndex(of: UInt8(ascii: "/")) else {
        throw Failure(description: "the test bundle's path is unknown")
      }
      folder.removeSubrange(slash...)
    } while String(decoding: folder, as: UTF8.self).contains(".xctest")
    path = String(decoding: folder, as: UTF8.self) + "/" + name
  }

  /// Runs any program, for example `BinaryUnderTest(path: "/bin/sh")`.
  package init(path: String) { self.path = path }

  /// A minimal environment that is the same on all machines, with `changes` applied.
  ///
  /// The environment also inherits `PATH`, `TMPDIR`, and the variables for the library path,
  /// coverage and AddressSanitizer.
  package static func environment(_ changes: [String: String] = [:]) -> [String: String] {
    let inherited = ["PATH", "LLVM_PROFILE_FILE", "LD_LIBRARY_PATH", "TMPDIR", "ASAN_OPTIONS"]
    var result = [
      "HOME": "/nonexistent", "LANG": "C.UTF-8", "TERM": "xterm-256color",
      "SWIFT_BACKTRACE": "enable=no",
      "SEARCHBENCH_HISTORY": "",
    ]
    // SAFETY: The environment is a null-terminated list of C strings, and tests do not change it.
    var next = unsafe cts_environment()
    while let entry = unsafe next.pointee {
      let parts = unsafe String(cString: entry).split(separator: "=", maxSplits: 1)
      if parts.count == 2, inherited.contains(String(parts[0])) {
        result[String(parts[0])] = String(parts[1])
      }
      unsafe next += 1
    }
    return result.merging(changes) { $1 }
  }

  /// Runs the program with pipes and waits until it ends.
  ///
  /// `environment` is added to the minimal environment. `outputPath` is a file for the program's
  /// standard output, such as `/dev/full`.
  ///
  /// - Throws: `Failure` if the program cannot be started, or was killed after `seconds`.
  package func run(
    _ arguments: [String] = [], input: String = "", environment: [String: String] = [:],
    directory: String? = nil, outputPath: String? = nil, seconds: Int32 = 60
  ) throws(Failure) -> Result {
    try run(
      arguments, inputBytes: Array(input.utf8), environment: environment, directory: directory,
      outputPath: outputPath, seconds: seconds)
  }

  /// Like `run(_:input:)`, but the input can contain any bytes.
  ///
  /// - Throws: `Failure` if the program cannot be started, or was killed after `seconds`.
  package func run(
    _ arguments: [String] = [], inputBytes: [UInt8], environment: [String: String] = [:],
    directory: String? = nil, outputPath: String? = nil, seconds: Int32 = 60
  ) throws(Failure) -> Result {
    var output = unsafe cts_bytes()
    var error = unsafe cts_bytes()
    var status: Int32 = 0
    // SAFETY: The program's strings and the input are valid until the call returns; both results
    // are copied and then freed.
    let failure = unsafe withProgram(arguments, environment, directory) { program in
      unsafe inputBytes.withUnsafeBufferPointer { input in
        unsafe cts_run(
          program, input.baseAddress, input.count, outputPath, seconds * Effort.patience * 1_000,
          &output, &error, &status)
      }
    }
    defer {
      unsafe cts_free(output)
      unsafe cts_free(error)
    }
    let result = unsafe Result(
      ending: Ending(status: status),
      outputBytes: Array(UnsafeRawBufferPointer(start: output.bytes, count: output.count)),
      errorBytes: Array(UnsafeRawBufferPointer(start: error.bytes, count: error.count)))
    if failure == 0 { return result }
    throw Failure(
      description: "\(path) \(arguments): error \(failure) after \(seconds * Effort.patience) s "
        + "at most; it wrote "
        + "\(result.output.debugDescription) and \(result.error.debugDescription)")
  }

  /// Calls `body` with a C structure that describes the program.
  func withProgram<R>(
    _ arguments: [String], _ environment: [String: String], _ directory: String?,
    _ body: (cts_program) -> R
  ) -> R {
    let variables = Self.environment(environment).map { "\($0.key)=\($0.value)" }
    let arguments = CStrings([path] + arguments)
    let environment = CStrings(variables)
    let places = CStrings([path] + (directory.map { [$0] } ?? []))
    // SAFETY: The lists of strings are valid until `body` returns; the second string of the last
    // list is the folder, or null.
    defer {
      arguments.free()
      environment.free()
      places.free()
    }
    return unsafe body(
      cts_program(
        path: places.list[0], arguments: arguments.list, environment: environment.list,
        folder: places.list[1]))
  }
}

/// A null-terminated list of C strings.
@safe private struct CStrings {
  let list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  let count: Int

  init(_ texts: [String]) {
    count = texts.count
    unsafe list = .allocate(capacity: count + 1)
    for index in 0..<count {
      let bytes = Array(texts[index].utf8CString)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      unsafe copy.initialize(from: bytes, count: bytes.count)
      unsafe (list + index).initialize(to: copy)
    }
    unsafe (list + count).initialize(to: nil)
  }

  func free() {
    for index in 0..<count { unsafe list[index]?.deallocate() }
    unsafe list.deallocate()
  }
}
