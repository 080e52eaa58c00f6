internal import Corpora
internal import Synchronization
internal import UnicodeText

extension Searcher {
  /// A corpus of at most this size in bytes is always read completely, within a few milliseconds.
  static let alwaysReadLimit = 1 << 20

  /// A corpus of more than this size in bytes is never read completely.
  package static let maxReadBytes = 8 << 20

  /// The number of records in a sample.
  private static let sampleSize = 8192

  /// The most frequent tokens that begin with the word to complete, counted over all corpora.
  ///
  /// Each token is spelled so that a query for it, with the same options, finds the records that
  /// were counted. The counts come from the token index; a small corpus is read completely instead.
  /// If the query distinguishes texts that the index folds to the same text, the counts are
  /// estimated from a sample of the records.
  ///
  /// - Parameters:
  ///   - word: the word to complete.
  ///   - query: the whole query, with its options and its strategy.
  ///   - searchers: one searcher for each corpus.
  ///   - limit: the maximum number of tokens to return.
  ///   - isLate: returns `true` to stop the work; called repeatedly.
  /// - Returns: the tokens; `nil` if `isLate` returned `true`, or if a corpus is too large to read
  ///   and has no index.
  package static func frequentTokens(
    completing word: PartialWord, of query: Query, in searchers: [Searcher], limit: Int,
    isLate: () -> Bool
  ) -> FrequentTokens? {
    var parts: [TokenCounts] = []
    for searcher in searchers {
      guard let search = TokenSearch(word, of: query, in: searcher) else { continue }
      guard let counts = searcher.counts(search, limit: limit, isLate) else { return nil }
      parts.append(counts)
    }
    return FrequentTokens(parts, limit: limit)
  }

  /// Whether the corpus is small enough to be read completely, or has a token index.
  package var canCompleteTokens: Bool { corpus.textBytes <= Self.maxReadBytes || tokenIndex != nil }

  private var tokenIndex: TokenIndex? {
    let path = kept.withLock { $0.paths[TokenIndex.name]?.path }
    return (path as? TokenIndex).flatMap { $0.isUsable ? $0 : nil }
  }

  private func counts(
    _ search: TokenSearch, limit: Int, _ isLate: () -> Bool
  ) -> TokenCounts? {
    let index = corpus.textBytes <= Self.alwaysReadLimit ? nil : tokenIndex
    if let index, search.suits(index, of: corpus) {
      return counts(search, by: index, limit: limit, isLate)
    }
    if corpus.textBytes <= Self.maxReadBytes {
      var tally = search.tally
      return tally.add(corpus, isLate: isLate) ? search.counts(tally, of: 1, in: 1) : nil
    }
    return index.flatMap { sample(search, by: $0, isLate) }
  }

  /// Counts tokens exactly, by looking them up in the index.
  ///
  /// If the corpus contains non-ASCII text, a sample of the records determines the spelling of each
  /// token.
  private func counts(
    _ search: TokenSearch, by index: TokenIndex, limit: Int, _ isLate: () -> Bool
  ) -> TokenCounts? {
    let found = index.mostFrequent(prefix: search.key, limit: limit)
    var tokens = found.map { token, records in
      FrequentToken(
        text: String(decoding: token, as: UTF8.self), records: records, key: token)
    }
    if !corpus.isASCII, let sample = sample(search, by: index, isLate) {
      let forms = Dictionary(sample.tokens.map { ($0.key, $0.text) }) { first, _ in first }
      for place in tokens.indices {
        if let form = forms[tokens[place].key] { tokens[place].text = form }
      }
    }
    return TokenCounts(
      tokens: tokens, total: index.tokenCount(beginningWith: search.key),
      records: { index.records(holding: $0) },
      beginning: { index.tokenCount(beginningWith: $0) })
  }

  /// Counts tokens in a sample of the records that the index finds.
  ///
  /// If the index finds few records, all of them are examined.
  private func sample(
    _ search: TokenSearch, by index: TokenIndex, _ isLate: () -> Bool
  ) -> TokenCounts? {
    let requirement = search.requirement
    guard let estimate = index.estimate(requirement) else { return nil }
    var tally = search.tally
    if estimate.records >= corpus.count / 16 {
      // Many records have a matching token, so a sample of the whole corpus is enough.
      let size = min(corpus.count, Self.sampleSize * 2)
      for number in 0..<size {
        if number % 512 == 511, isLate() { return nil }
        tally.add(RecordID(UInt64(number * corpus.count / size)), of: corpus)
      }
      return search.counts(tally, of: size, in: corpus.count)
    }
    guard let answer = index.candidates(meeting: requirement),
      case .some(let records) = answer.candidates
    else { return nil }
    let size = min(records.count, Self.sampleSize)
    for number in 0..<size {
      if number % 512 == 511, isLate() { return nil }
      tally.add(records[number * records.count / size], of: corpus)
    }
    return search.counts(tally, of: size, in: records.count)
  }
}

extension Corpus {
  fileprivate var isASCII: Bool { segments.allSatisfy(\.isASCII) }
}

/// The search for completions of a word in one corpus.
private struct TokenSearch {
  let key: [UInt8]
  private let word: PartialWord
  private let folding: Folding
  private let tokenizer: Tokenizer
  private let scope: FieldScope

  /// Creates a search; `nil` if it could not find any token, for example because no field is in
  /// scope.
  init?(_ word: PartialWord, of query: Query, in searcher: Searcher) {
    let options = query.options
    let ignoresCase =
      switch options.caseMode {
      case .ignore: true
      case .sensitive: false
      // Any uppercase letter makes completion case-sensitive, even a letter of an operator such as
      // `AND`. Such an operator does not make the query itself case-sensitive. Completion may
      // therefore miss spellings of tokens, but the query matches each spelling that it finds.
      case .smart: !query.text.unicodeScalars.contains { $0.properties.isUppercase }
      }
    folding = Folding(
      ignoresCase: ignoresCase && !word.mayBeCaseSensitive,
      ignoresDiacritics: !word.matchesLoadedText && options.diacritics == .ignore)
    key = folding.fold(word.text)
    let tokenizer = Tokenizer(word.separators)
    let bytes = Array(word.text.utf8)
    // If the separators would split the word, complete it with tokens that end only at whitespace.
    let isWhole = tokenizer.tokens(in: bytes.span) == [0..<bytes.count]
    self.tokenizer = isWhole ? tokenizer : .whitespaceOnly
    self.word = word
    let fields = searcher.corpus.fields
    let known = options.fields?.filter { name in
      name == "*" || fields.contains { $0.name == name }
    }
    guard !key.isEmpty, known != [], let all = try? FieldScope(of: fields, named: known) else {
      return nil
    }
    scope = all.narrowed(to: word.field)
  }

  /// Whether `index` has the tokens and counts that this search needs.
  ///
  /// The search must fold text as the index does, and must use all fields and the standard
  /// separators.
  func suits(_ index: TokenIndex, of corpus: Corpus) -> Bool {
    let isFolded =
      folding == IndexedText.folding || folding.ignoresCase && corpus.isASCII
    return isFolded && scope.isEverything && tokenizer.separators == .standard
  }

  /// The requirement that a record meets if one of its tokens begins with the word.
  var requirement: Requirement {
    let bytes = Array(word.text.utf8)
    let pieces = Tokenizer(.standard).tokens(in: bytes.span).map { range in
      Requirement.tokenPrefix(
        IndexedText.folding.fold(String(decoding: bytes[range], as: UTF8.self)))
    }
    return pieces.count == 1 ? pieces[0] : .all(pieces)
  }

  var tally: TokenTally {
    TokenTally(key, folding: folding, tokenizer: tokenizer, scope: scope)
  }

  /// The counts of a tally of `examined` records, scaled up to `all` records.
  func counts(_ tally: TokenTally, of examined: Int, in all: Int) -> TokenCounts {
    let tokens = tally.groups.map { group in
      FrequentToken(
        text: form(of: group),
        records: examined == all ? group.records : Self.rounded(group.records * all / examined),
        isEstimate: examined != all, key: group.key)
    }
    return TokenCounts(tokens: tokens.sorted(by: FrequentToken.precedes), total: tokens.count)
  }

  /// The spelling to offer for a token: its most frequent spelling, in lower case if case is
  /// ignored.
  private func form(of group: TokenTally.Group) -> String {
    let spelling = String(decoding: group.spelling, as: UTF8.self)
    let isExact = word.matchesLoadedText && !group.spelling.allSatisfy { $0 < 0x80 }
    if isExact || !folding.ignoresCase { return spelling }
    let small = Folding(ignoresCase: true, ignoresDiacritics: false).fold(spelling)
    let text = String(decoding: small, as: UTF8.self)
    return folding.fold(text) == group.key ? text : spelling
  }

  /// Rounds an estimate to two significant digits.
  private static func rounded(_ number: Int) -> Int {
    var unit = 1
    while number / unit >= 100 { unit *= 10 }
    return (number + unit / 2) / unit * unit
  }
}
