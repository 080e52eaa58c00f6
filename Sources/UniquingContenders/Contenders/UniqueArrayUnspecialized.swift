internal import Uniquing

extension UniquingContender {
  static let uniqueArrayUnspecialized = UniquingContender(
    name: "unique-array-unspecialized",
    summary:
      "Like unique-array, but with the unspecialized code that callers would run without @inlinable.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

/// Runs the unspecialized generic code, which callers get if their compiler cannot see the function
/// body.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  UniqueArray(elements).elements
}
