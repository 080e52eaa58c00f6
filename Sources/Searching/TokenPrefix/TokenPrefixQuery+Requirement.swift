internal import UnicodeText

extension TokenPrefixQuery {
  /// A requirement that every matching record meets; the tokens in the requirement are split at the
  /// standard separators.
  var requirement: Requirement {
    guard classes.survivesFolding, !isImpossible, !tokens.isEmpty else { return .nothing }
    var parts: [Requirement] = []
    for (index, token) in distinct.enumerated() {
      // If another query token begins with this token, then so does the next query token in byte
      // order. The next token's requirement then implies this token's requirement.
      let next = index + 1 < distinct.count ? distinct[index + 1].bytes : []
      if next.starts(with: token.bytes) { continue }
      for part in requirements(of: token.bytes) where !parts.contains(part) { parts.append(part) }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// The requirements on a text in which a token or full name begins with `token`.
  ///
  /// An index splits text at all standard separators. If the query splits text at no other
  /// characters, each piece of `token` between standard separators begins a token of the index.
  private func requirements(of token: [UInt8]) -> [Requirement] {
    guard splitsAtMostAtStandard else { return [.substring(token)] }
    let pieces = Tokenizer(.standard).tokens(in: token.span).map { range in
      Requirement.tokenPrefix(Array(token[range]))
    }
    return pieces == [.tokenPrefix(token)] ? pieces : pieces + [.substring(token)]
  }

  private var splitsAtMostAtStandard: Bool {
    !classes.separators.splitsCamelCase
      && classes.separators.characters.allSatisfy(TokenSeparators.standard.characters.contains)
  }

  /// Whether every record that meets the requirement matches, if all fields of the record are in
  /// one bag.
  ///
  /// A query of a single token matches wherever a text token begins with that token. If no query
  /// token is a prefix of another, different query tokens match different text tokens.
  var isMetByRequirement: Bool {
    folding == IndexedText.folding && classes.separators == .standard && !isImpossible
      && !tokens.isEmpty && distinct.allSatisfy { $0.need == 1 && !classes.part($0.bytes) }
  }
}
