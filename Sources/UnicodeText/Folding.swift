/// Options that specify which differences between characters a comparison ignores.
package struct Folding: Hashable, Sendable {
  /// The version of the folding algorithm; folded text is stored together with this version.
  ///
  /// Increment the version when the result of folding changes for any text.
  package static let version: UInt32 = 1

  /// Whether full Unicode case folding is applied (ß = ss).
  package var ignoresCase: Bool

  /// Whether combining marks are dropped (é = e).
  package var ignoresDiacritics: Bool

  package init(ignoresCase: Bool, ignoresDiacritics: Bool) {
    self.ignoresCase = ignoresCase
    self.ignoresDiacritics = ignoresDiacritics
  }
}
