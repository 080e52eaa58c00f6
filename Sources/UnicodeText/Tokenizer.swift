/// Splits texts into tokens: at blanks, at the separators given, and inside words if they say so.
public struct Tokenizer: Sendable {
  public let separators: TokenSeparators

  /// Bit n: the ASCII character n parts tokens.
  private let low: UInt64
  private let high: UInt64
  private let beyondASCII: [UInt32]

  public init(_ separators: TokenSeparators) {
    self.separators = separators
    var low: UInt64 = 0
    var high: UInt64 = 0
    for value in UInt32(0)..<128 {
      let isSeparator = Unicode.Scalar(value).map(separators.characters.contains) ?? false
      guard isSeparator || Blanks.isWhiteSpace(value) else { continue }
      if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
    }
    self.low = low
    self.high = high
    self.beyondASCII = separators.characters.map(\.value).filter { $0 > 127 }.sorted()
  }

  /// The byte ranges of the tokens of `text`, in order; none is empty.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  public func tokens(in text: Span<UInt8>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    forEachToken(in: text) { result.append($0) }
    return result
  }

  /// The byte ranges between the blanks of `text` (White_Space), in order; none is empty.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  public static func blankTokens(in text: Span<UInt8>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    blanksOnly.forEachToken(in: text) { result.append($0) }
    return result
  }

  /// The byte ranges between the blanks of `text` (White_Space), in order; none is empty.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  public func blankTokens(in text: Span<UInt8>) -> [Range<Int>] { Self.blankTokens(in: text) }

  private static let blanksOnly = Tokenizer(
    TokenSeparators(characters: [], splitsCamelCase: false))

  /// Calls `body` with the byte range of each token of `text`, in order; none is empty.
  ///
  /// The bytes of `Separator` part tokens too.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  public func forEachToken<E: Error>(
    in text: Span<UInt8>, _ body: (Range<Int>) throws(E) -> Void
  ) throws(E) {
    var start = 0
    var at = 0
    while at < text.count {
      let (scalar, length) = UTF8Text.scalar(at: at, in: text)
      if parts(scalar, length) {
        if start < at { try emit(start..<at, of: text, body) }
        start = at + length
      }
      at += length
    }
    if start < at { try emit(start..<at, of: text, body) }
  }

  /// Whether the scalar belongs to no token.
  @inline(__always) private func parts(_ scalar: UInt32, _ length: Int) -> Bool {
    if scalar < 64 { return low & 1 << UInt64(scalar) != 0 }
    if scalar < 128 { return high & 1 << UInt64(scalar - 64) != 0 }
    // A separator of cells, not the letters þ and ÿ, which take two bytes.
    if length == 1 && scalar < 0x100 { return true }
    if Blanks.isWhiteSpace(scalar) { return true }
    return !beyondASCII.isEmpty && beyondASCII.contains(scalar)
  }

  @inline(__always) private func emit<E: Error>(
    _ word: Range<Int>, of text: Span<UInt8>, _ body: (Range<Int>) throws(E) -> Void
  ) throws(E) {
    if separators.splitsCamelCase {
      try CamelCase.forEachPart(of: word, in: text, body)
    } else {
      try body(word)
    }
  }
}
