internal import OrderedCollections

extension UniquingContender {
  static let orderedSet = UniquingContender(
    name: "ordered-set",
    summary: "Appends each element to an OrderedSet of swift-collections.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var set: OrderedSet<Element> = []
  for element in elements { set.append(element) }
  return set.elements
}
