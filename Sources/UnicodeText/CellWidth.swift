/// Computes the width of text in terminal cells, from the tables of Unicode 15.0.
///
/// A control character has a width of zero cells, because control characters are escaped before
/// display. A character of ambiguous width has a width of one cell.
package enum CellWidth {
  /// The width of one grapheme cluster in cells.
  ///
  /// An emoji has a width of two cells, regardless of the number of its scalars. The width of a
  /// cluster that is not an emoji is the sum of the widths of its scalars.
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  package static func width(of character: Character) -> Int {
    var sum = 0
    var isEmoji = false
    var first: UInt32?
    for scalar in character.unicodeScalars {
      let value = scalar.value
      if value < 0x7F && value >= 0x20 && first == nil {
        first = value
        sum = 1
        continue
      }
      let properties = ScalarProperties(of: value)
      if let first {
        // A flag is an emoji. Any other cluster is an emoji if its first scalar can be an emoji,
        // and if a later scalar is an emoji variation selector, a zero-width joiner, or a skin
        // tone.
        let turns = value == 0xFE0F || value == 0x200D || (0x1F3FB...0x1F3FF).contains(value)
        let isFlag = isRegionalIndicator(first) && isRegionalIndicator(value)
        if isFlag || (turns && ScalarProperties(of: first).isEmoji) { isEmoji = true }
      } else {
        first = value
      }
      sum += properties.width
    }
    return isEmoji ? 2 : sum
  }

  /// The width of one grapheme cluster in cells; `cluster` is valid UTF-8.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func width(of cluster: Span<UInt8>) -> Int {
    if cluster.count == 1 { return cluster[0] >= 0x20 && cluster[0] < 0x7F ? 1 : 0 }
    return width(of: String(decoding: cluster))
  }

  /// The width of a text in cells.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  private static func isRegionalIndicator(_ scalar: UInt32) -> Bool {
    scalar >= 0x1F1E6 && scalar <= 0x1F1FF
  }
}
