internal import Uniquing

extension UniquingContender {
  static let uniqueArrayUnspecialized = UniquingContender(
    name: "unique-array-unspecialized",
    summary:
      "Does as unique-array by the code for all elements, which callers would run without @inlinable.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

/// The unspecialized generic code, which a caller gets if its compiler cannot see the body.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  UniqueArray(elements).elements
}
