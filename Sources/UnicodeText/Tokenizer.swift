/// Splits text into tokens at whitespace, at the given separators, and optionally inside words.
///
///     let tokenizer = Tokenizer(.standard)
///     tokenizer.tokens(in: "arrow.up square".utf8.span)   // arrow, up, square
public struct Tokenizer: Sendable {
  /// The rules that determine where text is split, in addition to whitespace.
  public let separators: TokenSeparators

  /// The ASCII separators.
  ///
  /// `nonASCIISeparators` contains the other separators, and `leads` contains the first UTF-8 bytes
  /// of these separators.
  let ascii: [UInt8]
  let nonASCIISeparators: [UInt32]
  let leads: [UInt8]

  /// Creates a tokenizer.
  public init(_ separators: TokenSeparators) {
    self.separators = separators
    let characters = separators.characters
    ascii = characters.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
    nonASCIISeparators = characters.filter { !$0.isASCII }.map(\.value)
    leads = Set(characters.compactMap { $0.isASCII ? nil : UTF8.encode($0)?.first }).sorted()
  }

  /// The byte ranges of the tokens of `text`, in order; no range is empty.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  public func tokens(in text: Span<UInt8>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    forEachToken(in: text) { result.append($0) }
    return result
  }

  /// The byte ranges of the whitespace-separated tokens of `text`, in order; no range is empty.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  public static func whitespaceTokens(in text: Span<UInt8>) -> [Range<Int>] {
    whitespaceOnly.tokens(in: text)
  }

  /// The byte ranges of the whitespace-separated tokens of `text`, in order; no range is empty.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  public func whitespaceTokens(in text: Span<UInt8>) -> [Range<Int>] {
    Self.whitespaceTokens(in: text)
  }

  /// Splits at whitespace only.
  public static let whitespaceOnly = Tokenizer(
    TokenSeparators(characters: [], splitsCamelCase: false))

  /// Calls `body` with the byte range of each token of `text`, in order; no range is empty.
  ///
  /// `text` must be valid UTF-8, except for the bytes of `Separator`, which also separate tokens.
  /// This method allocates no memory.
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
