internal import UnicodeText

/// Reads a query as words that must all occur; nothing in them is an operator.
enum AllWords {
  /// The tree of the words, which are split at White_Space.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  static func parse(_ text: String) -> BooleanTree {
    var tree = BooleanTree()
    var root: Int32?
    for word in text.unicodeScalars.split(whereSeparator: { Blanks.isWhiteSpace($0.value) }) {
      let leaf = tree.add(BooleanTree.Leaf(text: String(word)))
      root = root.map { tree.add(.and($0, leaf)) } ?? leaf
    }
    if root == nil { _ = tree.add(.any) }
    return tree
  }
}
