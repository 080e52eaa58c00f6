internal import UnicodeText

/// A sample of the text to search, and how often each byte value occurs in the sample.
struct TextSample: Sendable {
  let bytes: [UInt8]
  let histogram: ByteHistogram

  /// A sample for text about which nothing is known; it has the byte frequencies of English.
  static let english = TextSample(bytes: [], histogram: .english)

  init(bytes: [UInt8], histogram: ByteHistogram) {
    self.bytes = bytes
    self.histogram = histogram
  }

  /// The minimum size of a sample in bytes; a smaller sample does not represent the text.
  private static let minimumBytes = 1 << 12

  init(_ text: borrowing GrowableBuffer<UInt8>) {
    self =
      text.count < Self.minimumBytes
      ? .english
      : TextSample(bytes: text.array(), histogram: text.withSpan { ByteHistogram(of: $0) })
  }
}
