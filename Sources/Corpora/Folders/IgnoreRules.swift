/// The patterns of one .gitignore, or of `--glob`.
struct IgnoreRules: Sendable {
  /// How many parts of a path lead to the folder that the patterns belong to.
  let depth: Int
  private let patterns: [PathPattern]

  init(depth: Int, patterns: [PathPattern]) {
    self.depth = depth
    self.patterns = patterns
  }

  /// The rules in the text of a .gitignore.
  init(depth: Int, text: String) {
    let lines = text.unicodeScalars.split(separator: "\n")
    self.init(depth: depth, patterns: lines.compactMap { PathPattern(ignoreLine: Substring($0)) })
  }

  var isEmpty: Bool { patterns.isEmpty }

  /// Whether any pattern is not turned around.
  var hasPositive: Bool { patterns.contains { !$0.isNegated } }

  /// Whether the last pattern that matches is not turned around; nil if none matches.
  func verdict(on path: [PathPattern.Name], isFolder: Bool) -> Bool? {
    let rest = path[depth...]
    for pattern in patterns.reversed() where pattern.matches(rest, isFolder: isFolder) {
      return !pattern.isNegated
    }
    return nil
  }
}
