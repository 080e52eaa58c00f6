/// Splits texts into tokens: at blanks, at the separators given, and inside words if they say so.
///
///     let tokenizer = Tokenizer(.standard)
///     tokenizer.tokens(in: "arrow.up square".utf8.span)   // arrow, up, square
public struct Tokenizer: Sendable {
  public let separators: TokenSeparators

  /// The separators that are ASCII, those that are not, and the bytes that the latter begin with.
  let ascii: [UInt8]
  let beyondASCII: [UInt32]
  let leads: [UInt8]

  public init(_ separators: TokenSeparators) {
    self.separators = separators
    let characters = separators.characters.sorted()
    ascii = characters.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
    beyondASCII = characters.filter { !$0.isASCII }.map(\.value)
    leads = Set(characters.compactMap { $0.isASCII ? nil : UTF8.encode($0)?.first }).sorted()
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
    blanksOnly.tokens(in: text)
  }

  /// The byte ranges between the blanks of `text` (White_Space), in order; none is empty.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  public func blankTokens(in text: Span<UInt8>) -> [Range<Int>] { Self.blankTokens(in: text) }

  /// Splits at blanks only.
  public static let blanksOnly = Tokenizer(TokenSeparators(characters: [], splitsCamelCase: false))

  /// Calls `body` with the byte range of each token of `text`, in order; none is empty.
  ///
  /// `text` is valid UTF-8; the bytes of `Separator` part tokens too. Nothing is allocated.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  @inlinable public func forEachToken<E: Error>(
    in text: Span<UInt8>, _ body: (Range<Int>) throws(E) -> Void
  ) throws(E) {
    var batch = TokenBatch()
    while fill(&batch, from: text) {
      for index in 0..<batch.count { try body(batch[index]) }
    }
  }
}
