internal import Uniquing

extension UniquingContender {
  static let appendIfUnique = UniquingContender(
    name: "append-if-unique",
    summary: "Appends with an Array extension, whose search stops at the first equal element.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

private func unique<Element: Equatable>(_ elements: [Element]) -> [Element] {
  var kept: [Element] = []
  for element in elements { kept.appendIfUnique(element) }
  return kept
}
