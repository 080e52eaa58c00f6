internal import HashTreeCollections

extension UniquingContender {
  static let treeSet = UniquingContender(
    name: "tree-set",
    summary:
      "Inserts all elements into the TreeSet of swift-collections, then makes an array; the order is lost.",
    keepsOrder: false,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var set: TreeSet<Element> = []
  for element in elements { set.insert(element) }
  return Array(set)
}
