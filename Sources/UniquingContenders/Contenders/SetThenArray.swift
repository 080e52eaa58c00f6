extension UniquingContender {
  static let setThenArray = UniquingContender(
    name: "set-then-array",
    summary: "Inserts all elements into a Set and makes an array of it; the order is lost.",
    keepsOrder: false,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var set: Set<Element> = []
  for element in elements { set.insert(element) }
  return Array(set)
}
