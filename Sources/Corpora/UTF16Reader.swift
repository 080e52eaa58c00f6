import UnicodeText

/// Converts UTF-16 text to UTF-8 while the text is read.
///
/// Unpaired surrogates, and a last byte that is half of a code unit, become U+FFFD.
final class UTF16Reader {
  /// The number of bytes read at a time.
  private static let step = 1 << 16

  private let isBigEndian: Bool

  /// The bytes of UTF-16 that were read but not yet converted.
  private var input = GrowableBuffer<UInt8>()

  /// The converted text, and the offset of its first byte that was not yet returned.
  private var output = GrowableBuffer<UInt8>()
  private var head = 0

  /// Whether more text is available without reading more input.
  var hasText: Bool { head < output.count }

  /// Creates a reader that starts with the first bytes of the input.
  ///
  /// `bytes` begins with a byte order mark, which is also converted.
  init(startingWith bytes: Span<UInt8>) {
    isBigEndian = bytes[0] == 0xFE
    input.append(copying: bytes)
    convert(isAtEnd: false)
  }

  /// Appends some text to `span` and returns the number of bytes; 0 at the end of the input.
  ///
  /// If `gzip` is not nil, `gzip` decompresses the bytes of `source` before the conversion.
  ///
  /// - Throws: the errors of the input; `outOfMemory`.
  func read(
    into span: inout OutputSpan<UInt8>, from source: inout DescriptorReader, _ gzip: GzipReader?
  ) throws(CorpusError) -> Int {
    while !hasText {
      guard input.reserveIfPossible(Self.step) else { throw CorpusError(.outOfMemory) }
      var added = 0
      try input.append(upTo: Self.step) { bytes throws(CorpusError) in
        added =
          if let gzip {
            try gzip.read(into: &bytes, from: &source)
          } else {
            try source.read(into: &bytes)
          }
      }
      output.truncate(to: 0)
      head = 0
      convert(isAtEnd: added == 0)
      if added == 0, !hasText { return 0 }
    }
    let count = min(span.freeCapacity, output.count - head)
    for index in head..<head + count { span.append(output[index]) }
    head += count
    return count
  }

  /// Converts the complete characters of the input; if `isAtEnd` is true, also converts an
  /// incomplete last character.
  private func convert(isAtEnd: Bool) {
    var at = 0
    input.withSpan { bytes in
      while at + 1 < bytes.count {
        let unit = UInt32(Self.unit(bytes, at, isBigEndian))
        var scalar = Unicode.Scalar(unit)
        var next = at + 2
        if (0xD800..<0xDC00).contains(unit) {
          if at + 3 < bytes.count {
            let low = UInt32(Self.unit(bytes, next, isBigEndian))
            if (0xDC00..<0xE000).contains(low) {
              scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) * 0x400 + low - 0xDC00)
              next += 2
            }
          } else if !isAtEnd {
            break
          }
        }
        Self.append(scalar ?? "\u{FFFD}", to: &output)
        at = next
      }
      if isAtEnd, at < bytes.count {
        Self.append("\u{FFFD}", to: &output)
        at = bytes.count
      }
    }
    var rest = GrowableBuffer<UInt8>()
    input.withSpan { rest.append(copying: $0.extracting(at...)) }
    swap(&rest, &input)
  }

  private static func unit(_ bytes: Span<UInt8>, _ at: Int, _ isBigEndian: Bool) -> UInt16 {
    let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout GrowableBuffer<UInt8>) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
  }
}
