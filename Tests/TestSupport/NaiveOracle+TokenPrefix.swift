internal import Corpora
package import Searching
internal import UnicodeText

extension NaiveOracle {
  /// A token: the part that contains it, its offset in that part, and its folded text.
  private struct Token {
    let part: Part
    let text: NaiveText
    let offset: Int

    func bytes(ofPrefix count: Int) -> Range<Int> {
      // The grapheme clusters of a token can differ from those of the whole text, so widen the
      // range to whole clusters of the text.
      var lower = part.text.utf8.count
      var upper = 0
      let inner = text.bytes(of: 0..<count)
      let range = inner.lowerBound + offset..<inner.upperBound + offset
      var start = 0
      for character in part.text {
        let end = start + String(character).utf8.count
        if start < range.upperBound, range.lowerBound < end {
          lower = min(lower, start)
          upper = max(upper, end)
        }
        start = end
      }
      return lower..<upper
    }
  }

  /// The hits of a token-prefix query in a row, and whether only a full name matched; nil if the
  /// row does not match.
  package func tokenPrefix(
    _ query: String, in row: Int, _ options: SearchOptions
  ) -> (hits: [Hit], isByFullName: Bool)? {
    let words = query.unicodeScalars.split(whereSeparator: Self.isBlank).map(String.init)
    let folding = Self.folding(options, for: words)
    let wanted = words.map { NaiveText.fold($0, folding) }
    if wanted.contains(where: \.isEmpty) { return nil }
    if wanted.isEmpty { return ([], false) }
    let parts = parts(of: row, in: options)
    var bags = [parts.filter { $0.representation == nil }]
    bags += parts.filter { $0.representation != nil }.map { [$0] }
    var hits: [Hit] = []
    for bag in bags {
      let tokens = bag.flatMap { part in
        Self.tokens(of: part, folding) { Self.split($0, options.separators) }
      }
      if Self.hasMatching(wanted, tokens.map(\.text.folded)) {
        hits += Self.greedyHits(wanted, tokens, in: bag)
      }
    }
    if !hits.isEmpty { return (hits, false) }
    guard wanted.count == 1 else { return nil }
    for bag in bags {
      let names = bag.flatMap { part in
        Self.tokens(of: part, folding) { Self.pieces($0) { Self.isBlank($0) } }
      }
      if let first = names.first(where: { $0.text.folded.starts(with: wanted[0]) }) {
        hits += Self.hits([first.bytes(ofPrefix: wanted[0].count)], in: first.part)
      }
    }
    return hits.isEmpty ? nil : (hits, true)
  }

  /// The byte ranges of `word` in a part, one for each token that starts with `word`.
  func tokenPlaces(
    _ word: [Unicode.Scalar], in part: Part, _ options: SearchOptions, _ folding: Folding
  ) -> [Range<Int>] {
    if word.isEmpty { return [] }
    return Self.tokens(of: part, folding) { Self.split($0, options.separators) }
      .filter { $0.text.folded.starts(with: word) }.map { $0.bytes(ofPrefix: word.count) }
  }

  private static func tokens(
    of part: Part, _ folding: Folding, _ split: ([Unicode.Scalar]) -> [Range<Int>]
  ) -> [Token] {
    let scalars = Array(part.text.unicodeScalars)
    return split(scalars).map { range in
      let offset = scalars[..<range.lowerBound].reduce(0) { $0 + UTF8.width($1) }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[range])
      return Token(part: part, text: NaiveText(String(view), folding), offset: offset)
    }
  }

  /// Whether each wanted prefix can be matched with a different token.
  ///
  /// Finds a bipartite matching with augmenting paths.
  package static func hasMatching(
    _ wanted: [[Unicode.Scalar]], _ tokens: [[Unicode.Scalar]]
  ) -> Bool {
    var owner = [Int?](repeating: nil, count: tokens.count)
    func assign(_ place: Int, _ tried: inout Set<Int>) -> Bool {
      for (index, token) in tokens.enumerated()
      where token.starts(with: wanted[place]) && tried.insert(index).inserted {
        if let previous = owner[index], !assign(previous, &tried) { continue }
        owner[index] = place
        return true
      }
      return false
    }
    for place in wanted.indices {
      var tried: Set<Int> = []
      if !assign(place, &tried) { return false }
    }
    return true
  }

  private static func greedyHits(
    _ wanted: [[Unicode.Scalar]], _ tokens: [Token], in bag: [Part]
  ) -> [Hit] {
    var free = Array(tokens.indices)
    var ranges: [(field: Int, offset: Int, range: Range<Int>)] = []
    for word in wanted.sorted(by: { $0.count > $1.count }) {
      guard let place = free.firstIndex(where: { tokens[$0].text.folded.starts(with: word) })
      else { return [] }
      let token = tokens[free.remove(at: place)]
      ranges.append((token.part.field, token.part.offset, token.bytes(ofPrefix: word.count)))
    }
    return bag.flatMap { part in
      hits(
        ranges.filter { $0.field == part.field && $0.offset == part.offset }.map(\.range), in: part)
    }
  }

  // MARK: Splitting

  /// The ranges of the scalars between separators.
  static func pieces(
    _ scalars: [Unicode.Scalar], _ parts: (Unicode.Scalar) -> Bool
  ) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for index in 0...scalars.count where index == scalars.count || parts(scalars[index]) {
      if start < index { result.append(start..<index) }
      start = index + 1
    }
    return result
  }

  static func split(
    _ scalars: [Unicode.Scalar], _ separators: TokenSeparators
  ) -> [Range<Int>] {
    let words = pieces(scalars) { isBlank($0) || separators.characters.contains($0) }
    guard separators.splitsCamelCase else { return words }
    return words.flatMap { camelParts($0, of: scalars) }
  }

  private static func camelParts(
    _ word: Range<Int>, of scalars: [Unicode.Scalar]
  ) -> [Range<Int>] {
    // Ignore combining marks, because they are part of the preceding letter.
    let bases = word.filter { kind(scalars[$0]) != "m" }
    var cuts: [Int] = []
    for place in bases.indices.dropFirst() {
      let before = kind(scalars[bases[place - 1]])
      let this = kind(scalars[bases[place]])
      let next = place + 1 < bases.count ? kind(scalars[bases[place + 1]]) : " "
      let isLetterBefore = "ulo".contains(before)
      let isLetter = "ulo".contains(this)
      if before == "l" && this == "u" { cuts.append(bases[place]) }
      if before == "u" && this == "u" && next == "l" { cuts.append(bases[place]) }
      if (isLetterBefore && this == "d") || (before == "d" && isLetter) {
        cuts.append(bases[place])
      }
    }
    let ends = [word.lowerBound] + cuts + [word.upperBound]
    return zip(ends, ends.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
  }

  /// The class of a scalar: u for upper case, l for lower case, o for other letters, d for digits,
  /// m for marks.
  private static func kind(_ scalar: Unicode.Scalar) -> Character {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: "u"
    case .lowercaseLetter: "l"
    case .modifierLetter, .otherLetter: "o"
    case .decimalNumber: "d"
    case .nonspacingMark, .spacingMark, .enclosingMark: "m"
    default: " "
    }
  }
}
