extension UniquingContender {
  static let arrayContains = UniquingContender(
    name: "array-contains",
    summary: "Checks whether the array contains the element, then appends it.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

private func unique<Element: Equatable>(_ elements: [Element]) -> [Element] {
  var kept: [Element] = []
  for element in elements where !kept.contains(element) { kept.append(element) }
  return kept
}
