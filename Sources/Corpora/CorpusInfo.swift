import UnicodeText

/// Statistics about the text of a corpus.
package struct CorpusInfo: Sendable {
  /// A script, and the number of its letters in the corpus.
  package struct Script: Hashable, Sendable {
    /// The English name of the script, such as "Latin".
    package let name: String
    package let letters: Int
  }

  package let records: Int
  package let fields: [Field]

  /// The number of bytes of all cells, including separators.
  package let textBytes: Int
  package let memoryBytes: Int

  /// The number of tokens.
  ///
  /// A token ends at whitespace, at the end of a cell, or at the end of an alias value.
  package let tokens: Int

  /// The number of different tokens; tokens with the same 64-bit hash are counted as one token.
  package let distinctTokens: Int

  /// The scripts in the corpus, the most frequent first.
  ///
  /// Characters that several scripts share (digits, punctuation, marks) are not counted.
  package let scripts: [Script]

  /// The SHA-256 of the loaded bytes, in hexadecimal digits; nil if no digest was requested.
  package let sha256: String?

  /// Analyzes all text of `corpus`; nil if the analysis was canceled.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  package init?(
    _ corpus: Corpus, report: LoadReport? = nil, isCancelled: () -> Bool = { false }
  ) {
    var census = TextCensus()
    for segment in corpus.segments {
      var record = 0
      while record < segment.count {
        if isCancelled() { return nil }
        let next = min(record + 4_096, segment.count)
        let range = Int(segment.starts[record])..<Int(segment.starts[next])
        segment.text.withSpan(of: range) { census.add($0) }
        record = next
      }
    }
    records = corpus.count
    fields = corpus.fields
    textBytes = corpus.textBytes
    memoryBytes = corpus.memoryBytes
    tokens = census.tokens
    distinctTokens = census.distinct.count
    scripts = census.scripts
    sha256 = (report?.sha256).map(SHA256.hexadecimal)
  }
}

/// Counts tokens and letters.
private struct TextCensus: ~Copyable {
  private(set) var tokens = 0
  private(set) var distinct = HashSet()
  private var letters = [Int](repeating: 0, count: 256)

  /// The hash of the current token; nil between tokens.
  private var hash: UInt64?

  mutating func add(_ text: Span<UInt8>) {
    var at = 0
    while at < text.count {
      let (scalar, length) = UTF8Text.scalar(at: at, in: text)
      let isSeparator = length == 1 && scalar >= 0xFE
      if isSeparator || Whitespace.isWhiteSpace(scalar) {
        endToken()
      } else {
        if !isSeparator { letters[ScriptName.number(of: scalar) & 0xFF] += 1 }
        hash = ((hash ?? 0xCBF2_9CE4_8422_2325) ^ UInt64(scalar)) &* 0x0000_0100_0000_01B3
      }
      at += length
    }
    endToken()
  }

  private mutating func endToken() {
    guard let ended = hash else { return }
    tokens += 1
    distinct.insert(ended)
    hash = nil
  }

  var scripts: [CorpusInfo.Script] {
    let counted = letters.indices.map {
      CorpusInfo.Script(name: ScriptName.name($0), letters: letters[$0])
    }
    let shared = ["Common", "Inherited", "Unknown"]
    return counted.filter { $0.letters > 0 && !shared.contains($0.name) }
      .sorted { ($1.letters, $0.name) < ($0.letters, $1.name) }
  }
}

/// A set of hashes, with open addressing and without deletion.
private struct HashSet: ~Copyable {
  private var slots = [UInt64](repeating: 0, count: 1024)
  private(set) var count = 0

  mutating func insert(_ hash: UInt64) {
    // 0 marks an empty slot.
    let key = hash == 0 ? 1 : hash
    if count * 2 >= slots.count { grow() }
    var place = slot(of: key)
    while slots[place] != 0 {
      if slots[place] == key { return }
      place = (place + 1) & (slots.count - 1)
    }
    slots[place] = key
    count += 1
  }

  private func slot(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 20) & (slots.count - 1)
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for key in old where key != 0 {
      var place = slot(of: key)
      while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = key
    }
  }
}
