/// Which differences between characters a comparison ignores.
public struct Folding: Hashable, Sendable {
  /// Whether full Unicode case folding is applied (ß = ss).
  public var ignoresCase: Bool

  /// Whether combining marks are dropped (é = e).
  public var ignoresDiacritics: Bool

  public init(ignoresCase: Bool, ignoresDiacritics: Bool) {
    self.ignoresCase = ignoresCase
    self.ignoresDiacritics = ignoresDiacritics
  }
}
