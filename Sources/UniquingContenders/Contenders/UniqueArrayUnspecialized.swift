internal import Uniquing

extension UniquingContender {
  static let uniqueArrayUnspecialized = UniquingContender(
    name: "unique-array-unspecialized",
    summary:
      "Appends one by one to our UniqueArray as a generic without @inlinable does; it shows why it has it.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

/// What a caller gets whose compiler cannot see the body of a generic: one function for all elements.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var kept = UniqueArray<Element>()
  for element in elements { kept.appendIfUnique(element) }
  return kept.elements
}
