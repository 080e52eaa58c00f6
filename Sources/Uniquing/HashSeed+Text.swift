extension HashSeed {
  /// The hash of a string, computed from its bytes if all bytes are ASCII, otherwise with `Hasher`.
  @inlinable @inline(__always)
  func hash(_ text: String) -> UInt32 {
    // SAFETY: The bytes stay valid during the call.
    let known = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe hashIfASCII($0) }
    if case .some(.some(let hash)) = known { return hash }
    return hashOfOther(text)
  }

  /// The hash of a string that is not ASCII or is not stored contiguously, such as some strings
  /// bridged from Objective-C.
  ///
  /// Canonically equivalent strings are equal, so they must have equal hashes. A non-ASCII string
  /// can equal an ASCII string only if it contains one of three characters that decompose to ASCII;
  /// these characters are replaced before hashing.
  @usableFromInline @inline(never)
  func hashOfOther(_ text: String) -> UInt32 {
    var equivalent = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{37E}": equivalent += ";"
      case "\u{1FEF}": equivalent += "`"
      case "\u{212A}": equivalent += "K"
      case _ where scalar.isASCII: equivalent.unicodeScalars.append(scalar)
      default: return hash(UInt64(truncatingIfNeeded: text.hashValue))
      }
    }
    return hash(equivalent)
  }

  @inlinable @inline(__always)
  func hashIfASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
    let count = bytes.count
    var state = mask ^ UInt64(truncatingIfNeeded: count)
    var seen: UInt64 = 0
    var a: UInt64 = 0
    var b: UInt64 = 0
    // SAFETY: Each load reads bytes of `bytes` at offsets below `count`.
    let start = unsafe UnsafeRawPointer(bytes.baseAddress)
    if let start = unsafe start {
      if count >= 8 {
        var offset = 0
        while offset + 16 < count {
          unsafe a = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          unsafe b = start.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
          seen |= a | b
          state = Self.fold(a ^ multiplier, b ^ state)
          offset &+= 16
        }
        // Hash the last 16 bytes. If there are fewer than 16 bytes, hash the first 8 bytes and the
        // last 8 bytes. Some bytes can be hashed twice.
        unsafe a = start.loadUnaligned(fromByteOffset: max(count &- 16, 0), as: UInt64.self)
        unsafe b = start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      } else if count >= 4 {
        unsafe a = UInt64(start.loadUnaligned(as: UInt32.self))
        unsafe b = UInt64(start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      } else if count > 0 {
        unsafe a = UInt64(start.load(as: UInt8.self)) << 8
        unsafe a |= UInt64(start.load(fromByteOffset: count / 2, as: UInt8.self))
        unsafe b = UInt64(start.load(fromByteOffset: count &- 1, as: UInt8.self))
      }
    }
    seen |= a | b
    if seen & 0x8080_8080_8080_8080 != 0 { return nil }
    return hash(Self.fold(a ^ multiplier, b ^ state))
  }
}
