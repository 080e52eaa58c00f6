internal import CSystem

/// The calls to the system that measuring needs.
enum Platform {
  /// The first bytes of a file as text, at most 1 MB; nil if it cannot be read.
  static func text(of path: String) -> String? {
    let capacity = 1 << 20
    var length: Int64 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
      // SAFETY: at most `capacity` bytes are written, the room of the array.
      length = unsafe csys_read(path, room.baseAddress, capacity)
      count = max(0, Int(length))
    }
    return length < 0 ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Name and release of the kernel, `Linux 6.1.0`.
  static func kernel() -> String { unsafe string(csys_kernel) ?? "" }

  /// The path of this program.
  static func executable() -> String? { unsafe string(csys_executable) }

  /// The model of the processor, where no file tells it.
  static func processor() -> String? { unsafe string(csys_processor) }

  /// The name of the system, where no file tells it.
  static func system() -> String? { unsafe string(csys_system) }

  static func usableProcessors() -> Int { Int(csys_usable_processors()) }

  static func memoryBytes() -> Int? {
    let bytes = Int(clamping: csys_memory())
    return bytes > 0 ? bytes : nil
  }

  static func load() -> Double? {
    let load = csys_load()
    return load >= 0 ? load : nil
  }

  /// What the system says about an error, in lower case.
  static func message(of error: Int32) -> String {
    // SAFETY: the text is copied before any other call can change it.
    guard let text = unsafe csys_error_text(error) else { return "error \(error)" }
    let message = unsafe String(cString: text)
    return message.prefix(1).lowercased() + message.dropFirst()
  }

  /// Forgets the highest resident memory so far; the error if that is refused.
  static func resetPeakMemory() -> Int32 { csys_peak_memory_reset() }

  private static func string(
    _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int32
  ) -> String? {
    var bytes = [CChar](repeating: 0, count: 4_096)
    // SAFETY: the call writes at most the room of the array, and ends the text with 0.
    let error = unsafe bytes.withUnsafeMutableBufferPointer { room in
      unsafe call(room.baseAddress, room.count)
    }
    if error != 0 { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
