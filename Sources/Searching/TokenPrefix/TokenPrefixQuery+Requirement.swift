internal import UnicodeText

extension TokenPrefixQuery {
  /// A requirement that every matching record meets; its tokens are split at the standard
  /// separators.
  var requirement: Requirement {
    guard classes.survivesFolding, !isImpossible, !tokens.isEmpty else { return .nothing }
    var parts: [Requirement] = []
    for (index, token) in distinct.enumerated() {
      // If any other query token begins with this token, then the next token in byte order also
      // begins with it. The requirement of the longer token then implies the requirement of this
      // token.
      let next = index + 1 < distinct.count ? distinct[index + 1].bytes : []
      if next.starts(with: token.bytes) { continue }
      for part in requirements(of: token.bytes) where !parts.contains(part) { parts.append(part) }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// The requirements on a text in which a token or full name begins with `token`.
  ///
  /// If all separators are standard separators, `token` begins a standard token, and so does each
  /// part of `token` after a standard separator.
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

  /// Whether every record that meets the requirement matches, provided that all fields of the
  /// record are in one bag.
  ///
  /// A single token matches wherever a text token begins with it. Several tokens, none of which is
  /// a prefix of another, match different text tokens.
  var isMetByRequirement: Bool {
    folding == IndexedText.folding && classes.separators == .standard && !isImpossible
      && !tokens.isEmpty && distinct.allSatisfy { $0.need == 1 && !classes.part($0.bytes) }
  }
}
