internal import Basics
internal import Reporting
internal import Searching
internal import Terminal
internal import UnicodeText

extension Completer {
  /// The maximum number of tokens to offer: more than a screen can show.
  private static let tokenLimit = 256

  /// The maximum time to spend on the search for tokens.
  private static let timeout = Duration.milliseconds(40)

  /// Completes the last word of a query with tokens and field names from the corpora in scope.
  ///
  /// `query` is the query text before the cursor, `tail` is the text after the cursor, and `end` is
  /// the byte offset of the cursor in the line.
  func query(
    _ query: String, _ tail: String, by strategy: String, endingAt end: Int
  ) -> Completions {
    let options = workspace.settings.searchOptions
    let word = StrategyCatalog.named(strategy)?
      .partialWord(atEndOf: query, options: options, fields: Set(fieldNames))
    guard let word else { return Self.nothing }
    let deadline = ContinuousClock.now + Self.timeout
    let searchers = workspace.corporaInScope.compactMap(\.memory)
    let found = Searcher.frequentTokens(
      completing: word, of: Query(query + tail, by: strategy, options: options), in: searchers,
      limit: Self.tokenLimit, isLate: { ContinuousClock.now > deadline })
    let fields = word.allowsField ? self.fields(beginningWith: word) : []
    let tokens = (found?.tokens ?? []).compactMap { token in
      word.written(token.text).map { Completions.Candidate($0, display: Self.label(of: token)) }
    }
    let start = end - query.utf8.count + word.range.lowerBound
    var completions = Completions(
      replacing: start..<end, with: fields + tokens,
      suffix: fields.isEmpty && tail.first?.isWhitespace != true ? word.suffix : "")
    completions.unlisted = found?.unlisted ?? 0
    completions.sharesBeginning = found?.sharesBeginning ?? true
    if found == nil { completions.note = missingTokensReason }
    return completions
  }

  private func fields(beginningWith word: PartialWord) -> [Completions.Candidate] {
    fieldNames.filter { $0.hasPrefix(word.text) }.compactMap { name in
      word.written(name).map { Completions.Candidate($0 + ":", display: name + ":") }
    }
  }

  private static func label(of token: FrequentToken) -> String {
    let number = NumberFormat.grouped(token.records)
    return "\(ControlEscapes.escaped(token.text))  \(token.isEstimate ? "~" : "")\(number)"
  }

  /// The message that explains why no tokens are offered.
  ///
  /// The message names a corpus whose tokens are not known: a corpus that is searched in place, or
  /// a large corpus without a token index. If the tokens of all corpora are known, the search for
  /// tokens took too long, and the message is nil.
  private var missingTokensReason: String? {
    if let inPlace = workspace.corporaInScope.first(where: { $0.snapshot != nil }) {
      let name = ControlEscapes.escaped(inPlace.name)
      return "\(name) is searched in place, so its words are not known: "
        + ":paths build reads it into memory"
    }
    let unknown = workspace.corporaInScope.first { $0.memory?.canCompleteTokens == false }
    guard let unknown else { return nil }
    let name = ControlEscapes.escaped(unknown.name)
    guard let (path, fraction) = unknown.indexing?.current else {
      return "the words of \(name) are not known yet: :paths build counts them"
    }
    return "the words of \(name) are not known yet: \(path) \(Int(fraction * 100)) % built"
  }
}
