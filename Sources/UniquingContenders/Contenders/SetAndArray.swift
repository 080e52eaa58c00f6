extension UniquingContender {
  static let setAndArray = UniquingContender(
    name: "set-and-array",
    summary: "Keeps a Set next to the array and appends each element that is new to the Set.",
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
