/// Decodes UTF-8 into scalars, byte by byte; malformed sequences are dropped.
struct ScalarDecoder: Sendable {
  private var value: UInt32 = 0
  private var missing = 0

  /// The valid range of the next byte, which excludes overlong forms, surrogates and values above
  /// U+10FFFF.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// The scalar that `byte` completes; nil if more bytes are needed or the sequence is malformed.
  ///
  /// A byte that cannot continue the current sequence starts a new sequence.
  mutating func take(_ byte: UInt8) -> Unicode.Scalar? {
    if missing > 0 && allowed.contains(byte) {
      value = value << 6 | UInt32(byte & 0x3F)
      missing -= 1
      allowed = 0x80...0xBF
      return missing == 0 ? Unicode.Scalar(value) : nil
    }
    missing = 0
    allowed = 0x80...0xBF
    switch byte {
    case 0..<0x80: return Unicode.Scalar(byte)
    case 0xC2...0xDF: begin(byte & 0x1F, missing: 1)
    case 0xE0...0xEF:
      begin(byte & 0x0F, missing: 2)
      if byte == 0xE0 { allowed = 0xA0...0xBF }
      if byte == 0xED { allowed = 0x80...0x9F }
    case 0xF0...0xF4:
      begin(byte & 0x07, missing: 3)
      if byte == 0xF0 { allowed = 0x90...0xBF }
      if byte == 0xF4 { allowed = 0x80...0x8F }
    default: break
    }
    return nil
  }

  private mutating func begin(_ bits: UInt8, missing: Int) {
    value = UInt32(bits)
    self.missing = missing
  }
}
