internal import UnicodeText

extension TokenPrefixQuery {
  /// What every matching record meets; tokens in it are those of the standard separators.
  var requirement: Requirement {
    guard classes.survivesFolding, !isImpossible, !tokens.isEmpty else { return .nothing }
    var parts: [Requirement] = []
    for (index, token) in distinct.enumerated() {
      // The next token in order begins with this one if any does; then it requires as much and more.
      let next = index + 1 < distinct.count ? distinct[index + 1].bytes : []
      if next.starts(with: token.bytes) { continue }
      for part in requirements(of: token.bytes) where !parts.contains(part) { parts.append(part) }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// What a text meets in which a token, or a run between blanks, begins with `token`.
  ///
  /// Where the text is split at no more than the standard separators, each beginning is one of a standard token, too, and
  /// so is what follows a standard separator in `token`.
  private func requirements(of token: [UInt8]) -> [Requirement] {
    guard splitsAtMostAtStandard else { return [.substring(token)] }
    let pieces = Tokenizer(.standard).tokens(in: token.span).map { range in
      Requirement.tokenPrefix(Array(token[range]))
    }
    return pieces == [.tokenPrefix(token)] ? pieces : pieces + [.substring(token)]
  }

  private var splitsAtMostAtStandard: Bool {
    !classes.separators.splitsCamelCase
      && classes.separators.characters.isSubset(of: TokenSeparators.standard.characters)
  }

  /// Whether all fields of a record together match if they meet the requirement.
  ///
  /// A single token matches wherever one begins with it; several that are no prefixes of each other have each a token of
  /// their own there.
  var isMetByRequirement: Bool {
    folding == IndexedText.folding && classes.separators == .standard && !isImpossible
      && !tokens.isEmpty && distinct.allSatisfy { $0.need == 1 && !classes.part($0.bytes) }
  }
}
