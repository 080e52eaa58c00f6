internal import UnicodeText

/// Evaluates a boolean query for all lines of a text at once, with bitmaps.
///
/// For each line and node, one bit tells whether the node is certainly true, and another bit tells
/// whether the node may be true. If many lines contain a leaf's text, this evaluation takes much
/// less time than evaluating the query line by line.
struct BooleanLineBits {
  /// The maximum number of nodes, which bounds the memory.
  static let maximumNodes = 64

  private let byteCount: Int
  private let lineCount: Int
  /// The number of words in a bitmap.
  private let width: Int

  /// For each word of the bitmap of line feeds, the number of line feeds before this word.
  private var ranks: [UInt32] = []

  /// Two bitmaps for each node: the lines for which the node is certainly true, and the lines for
  /// which the node may be true.
  private var words: [UInt64]

  /// Creates bitmaps in which no bit is set.
  ///
  /// - Parameters:
  ///   - newlines: one bit for each byte of the text; the bits of line feeds are set.
  ///   - byteCount: the number of bytes of the text.
  ///   - nodes: the number of nodes.
  init(_ newlines: Span<UInt64>, _ byteCount: Int, nodes: Int) {
    self.byteCount = byteCount
    ranks.reserveCapacity(newlines.count)
    var count = 0
    for index in newlines.indices {
      ranks.append(UInt32(truncatingIfNeeded: count))
      count += newlines[index].nonzeroBitCount
    }
    let last = byteCount - 1
    let endsLine = last < 0 || newlines[last >> 6] >> UInt64(last & 63) & 1 == 1
    lineCount = count + (endsLine ? 0 : 1)
    width = (lineCount + 63) / 64
    words = [UInt64](repeating: 0, count: 2 * nodes * width)
  }

  private func sure(_ node: Int) -> Int { 2 * node * width }
  private func possible(_ node: Int) -> Int { (2 * node + 1) * width }

  /// Sets the bits of the lines in which a leaf matches or may match.
  ///
  /// `places` are the candidates of the leaf; see `LineFilter.appendCandidates`.
  mutating func mark(_ places: Span<Int>, _ node: Int, _ newlines: Span<UInt64>) {
    let (sure, possible) = (sure(node), possible(node))
    for index in places.indices {
      let place = places[index] >> 1
      let before = newlines[place >> 6] & (1 << UInt64(place & 63) - 1)
      let line = Int(ranks[place >> 6]) + before.nonzeroBitCount
      words[possible + line >> 6] |= 1 << UInt64(line & 63)
      words[sure + line >> 6] |= UInt64(places[index] & 1) << UInt64(line & 63)
    }
  }

  /// Replaces the value of a node by its negation.
  mutating func negate(_ node: Int) {
    let (sure, possible) = (sure(node), possible(node))
    for index in 0..<width {
      let word = words[sure + index]
      words[sure + index] = ~words[possible + index]
      words[possible + index] = ~word
    }
  }

  /// Computes the bits of an AND or an OR from the bits of its operands.
  mutating func combine(_ operands: ArraySlice<Int32>, _ isAnd: Bool, _ node: Int) {
    let own = sure(node)
    for index in 0..<2 * width { words[own + index] = isAnd ? ~0 : 0 }
    for operand in operands {
      let other = sure(Int(operand))
      for index in 0..<2 * width {
        if isAnd {
          words[own + index] &= words[other + index]
        } else {
          words[own + index] |= words[other + index]
        }
      }
    }
  }

  /// The number of lines for which the root is true; `isMatch` tests the lines for which the root
  /// is uncertain.
  func count(_ newlines: Span<UInt64>, _ isMatch: (_ line: Range<Int>) -> Bool) -> Int {
    let root = words.count / (2 * max(1, width)) - 1
    var count = 0
    for index in 0..<width {
      let left = lineCount - index << 6
      let valid: UInt64 = left >= 64 ? ~0 : 1 << UInt64(left) - 1
      let certain = words[sure(root) + index] & valid
      count += certain.nonzeroBitCount
      var unsure = words[possible(root) + index] & valid & ~certain
      while unsure != 0 {
        if isMatch(line(index << 6 + unsure.trailingZeroBitCount, newlines)) { count += 1 }
        unsure &= unsure - 1
      }
    }
    return count
  }

  /// The bounds of a line, including its line end.
  private func line(_ number: Int, _ newlines: Span<UInt64>) -> Range<Int> {
    let start = number == 0 ? 0 : end(number - 1, newlines)
    return start..<end(number, newlines)
  }

  /// The offset after the end of a line.
  private func end(_ number: Int, _ newlines: Span<UInt64>) -> Int {
    // Find the last word that has at most `number` line feeds before it.
    var low = 0
    var high = ranks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(ranks[middle]) <= number { low = middle } else { high = middle }
    }
    var bits = newlines[low]
    for _ in Int(ranks[low])..<number { bits &= bits &- 1 }
    return bits == 0 ? byteCount : low << 6 + bits.trailingZeroBitCount + 1
  }
}
