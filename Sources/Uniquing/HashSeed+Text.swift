extension HashSeed {
  /// The hash of a string, by its bytes if they are ASCII and by `Hasher` otherwise.
  ///
  /// Strings are equal if they are canonically equivalent, so bytes alone do not decide. But an ASCII string is equal to
  /// no other than the one with the same bytes: it is its own canonical form, and the canonical form of no other text.
  @inlinable @inline(__always)
  func hash(_ text: String) -> UInt32 {
    let known = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe hashIfASCII($0) }
    if let known {
      return known ?? hash(UInt64(truncatingIfNeeded: text.hashValue))
    }
    return hashOfCopy(text)
  }

  /// The hash of a string whose bytes are kept elsewhere, as those bridged from Objective-C may be.
  @usableFromInline @inline(never)
  func hashOfCopy(_ text: String) -> UInt32 {
    var copy = text
    copy.makeContiguousUTF8()
    return hash(copy)
  }

  @inlinable @inline(__always)
  func hashIfASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
    let count = bytes.count
    var state = mask ^ UInt64(truncatingIfNeeded: count)
    var seen: UInt64 = 0
    var a: UInt64 = 0
    var b: UInt64 = 0
    // SAFETY: each load is of bytes below `count`, which `bytes` owns.
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
        // The last 16 bytes, or the first and the last 8: they may overlap what was read before.
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
