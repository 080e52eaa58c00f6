internal import Algorithms

extension UniquingContender {
  static let uniqued = UniquingContender(
    name: "uniqued",
    summary: "Makes an array from the result of uniqued() in swift-algorithms.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  Array(elements.uniqued())
}
