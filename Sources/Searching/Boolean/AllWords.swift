internal import UnicodeText

/// Parses a query as words that must all occur; the query has no operators.
enum AllWords {
  /// Parses a query as words joined with AND; Unicode White_Space separates the words.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  static func parse(_ text: String) -> BooleanTree {
    var tree = BooleanTree()
    var root: Int32?
    for word in text.unicodeScalars.split(whereSeparator: { Whitespace.isWhiteSpace($0.value) }) {
      let leaf = tree.add(BooleanTree.Leaf(text: String(word)))
      root = root.map { tree.add(.and($0, leaf)) } ?? leaf
    }
    if root == nil { _ = tree.add(.any) }
    return tree
  }
}
