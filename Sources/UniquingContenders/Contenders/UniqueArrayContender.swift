internal import Uniquing

extension UniquingContender {
  static let uniqueArray = UniquingContender(
    name: "unique-array",
    summary: "Appends the whole input at once to a UniqueArray, which hashes elements in blocks.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  UniqueArray(elements).elements
}
