#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension Platform {
  package static var processID: Int32 { getpid() }

  /// Exits this process after running its exit handlers.
  package static func endProcess(_ code: Int32) -> Never {
    #if canImport(Glibc)
    Glibc.exit(code)
    #elseif canImport(Musl)
    Musl.exit(code)
    #elseif canImport(Darwin)
    Darwin.exit(code)
    #endif
  }

  /// Whether a process with this id exists, even if it belongs to another user.
  package static func isProcess(_ number: Int32) -> Bool {
    kill(number, 0) == 0 || errno == EPERM
  }
}
