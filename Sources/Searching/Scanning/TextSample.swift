internal import UnicodeText

/// Some bytes of the text to search, and how often each byte occurs in it.
struct TextSample: Sendable {
  let bytes: [UInt8]
  let histogram: ByteHistogram

  /// If nothing is known about the text, it is taken to be like English.
  static let english = TextSample(bytes: [], histogram: .english)

  private init(bytes: [UInt8], histogram: ByteHistogram) {
    self.bytes = bytes
    self.histogram = histogram
  }

  /// Samples with fewer bytes say nothing about the text.
  private static let leastBytes = 1 << 12

  init(_ text: borrowing GrowableBuffer<UInt8>) {
    self =
      text.count < Self.leastBytes
      ? .english
      : TextSample(bytes: text.array(), histogram: text.withSpan { ByteHistogram(of: $0) })
  }
}
