/// Options that specify which differences between characters a comparison ignores.
package struct Folding: Hashable, Sendable {
  /// Whether full Unicode case folding is applied (ß = ss).
  package var ignoresCase: Bool

  /// Whether combining marks are dropped (é = e).
  package var ignoresDiacritics: Bool

  package init(ignoresCase: Bool, ignoresDiacritics: Bool) {
    self.ignoresCase = ignoresCase
    self.ignoresDiacritics = ignoresDiacritics
  }
}
