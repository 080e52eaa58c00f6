#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension Platform {
  package static var processID: Int32 { getpid() }

  /// Ends this process, after what was registered for its end.
  package static func endProcess(_ code: Int32) -> Never {
    #if canImport(Glibc)
    Glibc.exit(code)
    #elseif canImport(Musl)
    Musl.exit(code)
    #elseif canImport(Darwin)
    Darwin.exit(code)
    #endif
  }

  /// Whether a process has this number, whatever its user.
  package static func isProcess(_ number: Int32) -> Bool {
    kill(number, 0) == 0 || errno == EPERM
  }
}
