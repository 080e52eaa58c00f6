extension SearchRequest {
  /// Reads a plain command line: options of the table, each given once, their values not beginning with a hyphen.
  ///
  /// Nil for any other, whether it is wrong, asks for help or is only unusual (`--`, `-ic`, `-m=5`): `SearchArguments` reads
  /// those, and says what is wrong.
  ///
  /// - Complexity: O(*n* · *m*), where *n* is the number of words and *m* that of options.
  init?(plain words: [String]) {
    var request = SearchRequest(query: "")
    var values: [String] = []
    var seen = [Bool](repeating: false, count: SearchOption.all.count)
    var next = 0
    while next < words.count {
      let word = words[next]
      next += 1
      if Self.isValue(word) {
        values.append(word)
        continue
      }
      guard let (index, joined) = Self.option(word) else { return nil }
      let option = SearchOption.all[index]
      if !option.repeats, seen[index] { return nil }
      seen[index] = true
      switch option.effect {
      case .flag(let effect):
        if joined != nil { return nil }
        effect(&request)
      case .value(let effect):
        let value: String
        if let joined {
          value = joined
        } else if next < words.count {
          value = words[next]
          next += 1
        } else {
          return nil
        }
        guard Self.isValue(value), value != "-", effect(&request, value) else { return nil }
      }
    }
    guard let query = values.first else { return nil }
    request.query = query
    request.files = Array(values.dropFirst())
    self = request
  }

  private static func isValue(_ word: String) -> Bool {
    guard let first = word.utf8.first else { return false }
    return first != UInt8(ascii: "-") || word.utf8.count == 1
  }

  /// The option that `word` names, and the value that it carries.
  private static func option(_ word: String) -> (index: Int, joined: String?)? {
    // Only plain ASCII has characters of one byte each.
    guard word.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    var name = word
    var joined: String?
    if word.hasPrefix("--") {
      if let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) {
        name = String(word[..<equals])
        joined = String(word[word.utf8.index(after: equals)...])
      }
    } else if word.utf8.count > 2 {
      name = String(word.prefix(2))
      joined = String(word.dropFirst(2))
      if word.utf8.contains(UInt8(ascii: "=")) { return nil }
    }
    guard let index = SearchOption.all.firstIndex(where: { $0.names.contains(name) }) else {
      return nil
    }
    if joined != nil, !name.hasPrefix("--"), !SearchOption.all[index].joins { return nil }
    return (index, joined)
  }
}
