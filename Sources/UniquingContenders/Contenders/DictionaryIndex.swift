extension UniquingContender {
  static let dictionaryIndex = UniquingContender(
    name: "dictionary-index",
    summary: "Keeps a Dictionary that maps each element of the array to its position.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var positions: [Element: Int] = [:]
  var kept: [Element] = []
  for element in elements where positions[element] == nil {
    positions[element] = kept.count
    kept.append(element)
  }
  return kept
}
