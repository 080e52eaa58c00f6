/// Which differences between letters a comparison ignores.
public struct Folding: Hashable, Sendable {
  /// Full Unicode case folding is applied (ß = ss).
  public var ignoresCase: Bool

  /// Combining marks are dropped (é = e).
  public var ignoresDiacritics: Bool

  public init(ignoresCase: Bool, ignoresDiacritics: Bool) {
    self.ignoresCase = ignoresCase
    self.ignoresDiacritics = ignoresDiacritics
  }
}
