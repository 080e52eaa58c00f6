extension UniquingContender {
  static let setAndArray = UniquingContender(
    name: "set-and-array",
    summary: "Keeps a Set next to the array and appends what the Set did not contain.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var set: Set<Element> = []
  var kept: [Element] = []
  for element in elements where set.insert(element).inserted { kept.append(element) }
  return kept
}
