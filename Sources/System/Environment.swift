internal import CSystem

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Reads the environment variables, the arguments and the user database.
extension Platform {
  /// All variables of the environment.
  package static func environment() -> EnvironmentVariables {
    var entries: [String] = []
    // SAFETY: the array of C strings ends with a null pointer, and nothing changes the environment
    // while it is read.
    var next = unsafe csys_environment()
    while let entry = unsafe next?.pointee {
      unsafe entries.append(String(cString: entry))
      unsafe next? += 1
    }
    return EnvironmentVariables(entries: entries)
  }

  /// The arguments of the process, starting with the program; empty on systems that do not provide
  /// them to this function.
  package static func arguments() -> [String] {
    var count: Int32 = 0
    // SAFETY: the C library keeps the array of `count` C strings until the process ends.
    guard let first = unsafe csys_arguments(&count) else { return [] }
    var arguments: [String] = []
    for index in 0..<Int(count) {
      if let argument = unsafe first[index] { unsafe arguments.append(String(cString: argument)) }
    }
    return arguments
  }

  /// The value of a variable; nil if the variable is not set.
  static func environmentValue(_ name: String) -> FilePath? {
    // SAFETY: the text is copied immediately.
    unsafe getenv(name).map { unsafe FilePath(cString: $0) }
  }

  /// The value of a variable; nil if the variable is not set or is empty.
  package static func environmentPath(_ name: String) -> FilePath? {
    environmentValue(name).flatMap { $0.bytes.isEmpty ? nil : $0 }
  }

  /// The home folder of the process's user, from the user database.
  static func homeOfUserDatabase() -> String? {
    // SAFETY: the entry is valid until the next call; the path is copied immediately.
    guard let entry = unsafe getpwuid(getuid()), let home = unsafe entry.pointee.pw_dir else {
      return nil
    }
    return unsafe String(cString: home)
  }

  /// The path of the program `name` in the first folder of `path` that contains the program; nil if
  /// no folder contains it.
  ///
  /// `path` is a list of folders separated by colons, like the variable `PATH`.
  package static func findProgram(_ name: String, in path: String) -> String? {
    path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first {
      isExecutable($0) && !isDirectory($0)
    }
  }

  /// Whether `descriptor` is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The system's description of an errno value; nil if the system has no description.
  static func errorText(_ code: Int32) -> String? {
    // SAFETY: the text is valid until the next call on this thread; it is copied immediately.
    unsafe csys_error_text(code).map { unsafe String(cString: $0) }
  }
}
