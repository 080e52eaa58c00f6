internal import CSystem

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Reports information about the machine and this program.
extension Platform {
  /// The name and release of the kernel, such as `Linux 6.1.0`.
  package static func kernel() -> String { unsafe string(csys_kernel) ?? "" }

  /// The path of this program.
  package static func executable() -> String? { unsafe string(csys_executable) }

  /// The model of the processor; nil on Linux, where the caller must read the model from a system
  /// file.
  package static func processor() -> String? { unsafe string(csys_processor) }

  /// The name of the operating system; nil on Linux, where the caller must read the name from a
  /// system file.
  package static func system() -> String? { unsafe string(csys_system) }

  /// The number of processors that this process is allowed to use; at least 1.
  package static func usableProcessors() -> Int { max(1, Int(csys_usable_processors())) }

  /// The number of processors that are online, including those that this process is not allowed to
  /// use.
  package static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  package static func memoryBytes() -> Int? {
    let bytes = Int(clamping: csys_memory())
    return bytes > 0 ? bytes : nil
  }

  /// The size of the memory that is available to programs, in bytes; nil if the system does not
  /// report it.
  package static func availableMemory() -> Int? {
    guard let lines = text(of: "/proc/meminfo", upTo: 4_096)?.split(separator: "\n"),
      let line = lines.first(where: { $0.hasPrefix("MemAvailable:") })
    else { return nil }
    return Int(line.filter { $0.isNumber }).map { $0 * 1024 }
  }

  package static func load() -> Double? {
    let load = csys_load()
    return load >= 0 ? load : nil
  }

  /// Resets the peak resident memory of this process to its current resident memory.
  package static func resetPeakMemory() throws(SystemError) {
    let code = csys_peak_memory_reset()
    if code != 0 { throw SystemError(code: code) }
  }

  /// The name of this machine; empty if unknown.
  package static func hostName() -> String {
    let name = unsafe string { text, capacity in
      // The call can leave a truncated name without a terminating zero byte.
      unsafe text.map { unsafe gethostname($0, min(255, capacity - 1)) } ?? -1
    }
    return name ?? ""
  }

  private static func string(
    _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int32
  ) -> String? {
    var bytes = [CChar](repeating: 0, count: 4_096)
    // SAFETY: the call writes at most as many bytes as the array has, and ends the text with a zero
    // byte.
    let error = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe call(buffer.baseAddress, buffer.count)
    }
    if error != 0 { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
