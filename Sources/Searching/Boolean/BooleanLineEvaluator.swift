internal import Corpora
internal import UnicodeText

/// Evaluates a boolean query for each line that contains a driver.
///
/// A driver is a leaf (a string of the query) that `BooleanLines` chooses. Lines without a driver
/// need no test.
///
/// If few lines contain a driver, these lines are copied to one buffer, and the buffer is searched
/// for the other leaves in one pass. Lines that are not copied are searched only for drivers.
struct BooleanLineEvaluator: ~Copyable {
  /// The candidates of all leaves, ordered by leaf; see `LineFilter.appendCandidates`.
  private var places = GrowableBuffer<Int>(capacity: 1024)

  /// For each leaf, its next candidate and the end of its candidates in `places`.
  private var leaves: [Leaf]

  private struct Leaf {
    var next = 0
    var end = 0
    /// Whether the candidates are offsets in the copied lines.
    var isInCopy = false
  }

  /// The start and the end of each copied line, as offsets in the text.
  ///
  /// The buffer is empty if no lines were copied.
  private var lines = GrowableBuffer<Int>()
  private var copiesLines = false

  /// The index in `lines` of the start of the next copied line.
  private var nextLine = 0
  /// The offset of the next copied line in the copy.
  private var copyStart = 0

  /// One bit for each byte of the text, set for line feeds; unused if lines were copied.
  private var newlines = GrowableBuffer<UInt64>()

  /// The end of the last evaluated line.
  private var done = 0

  /// Creates an evaluator for a text of whole lines; the last line may lack its line end.
  init(_ query: BooleanLines, _ text: Span<UInt8>) {
    leaves = [Leaf](repeating: Leaf(), count: query.filters.count)
    let isASCII = Kernels.asciiPrefix(of: text) == text.count
    for leaf in query.drivers { list(leaf, of: query, in: text, isASCII: isASCII) }
    if BooleanLines.isDense(places.count, in: text) {
      Kernels.mark(UInt8(ascii: "\n"), in: text, to: &newlines)
      for leaf in query.others { list(leaf, of: query, in: text, isASCII: isASCII) }
      return
    }
    copiesLines = true
    if places.count == 0 { return }
    var copy = GrowableBuffer<UInt8>()
    let drivers = leaves
    while let place = firstDriver(of: query) {
      let line = LineBounds.line(at: place, in: text, from: done)
      done = line.upperBound
      lines.append(line.lowerBound)
      lines.append(line.upperBound)
      copy.append(copying: text.extracting(line))
    }
    leaves = drivers
    copy.withSpan { copy in
      let isASCII = isASCII || Kernels.asciiPrefix(of: copy) == copy.count
      for leaf in query.others {
        list(leaf, of: query, in: copy, isASCII: isASCII)
        leaves[leaf].isInCopy = true
      }
    }
  }

  private mutating func list(
    _ leaf: Int, of query: BooleanLines, in text: Span<UInt8>, isASCII: Bool
  ) {
    leaves[leaf].next = places.count
    query.filters[leaf]?.appendCandidates(in: text, isASCII: isASCII, to: &places)
    leaves[leaf].end = places.count
  }

  /// Skips the drivers' candidates before `done`; returns the offset of the first remaining
  /// candidate.
  private mutating func firstDriver(of query: BooleanLines) -> Int? {
    var first = Int.max
    for leaf in query.drivers {
      let next = skip(leaf, to: done)
      if next < leaves[leaf].end { first = min(first, places[next] >> 1) }
    }
    return first == .max ? nil : first
  }

  /// The next line with a driver, and how likely the line is to match.
  ///
  /// Returns `nil` after the last line with a driver.
  mutating func next(
    of query: BooleanLines, in text: Span<UInt8>
  ) -> (line: Range<Int>, likelihood: MatchLikelihood)? {
    let line: Range<Int>
    if copiesLines {
      if nextLine == lines.count { return nil }
      line = lines[nextLine]..<lines[nextLine + 1]
      nextLine += 2
    } else {
      guard let place = firstDriver(of: query) else { return nil }
      line = self.line(at: place, of: text.count)
      done = line.upperBound
    }
    let likelihood = likelihood(
      of: query.nodes.count - 1, query.nodes.span, query.operands.span, line)
    if copiesLines { copyStart += line.count }
    return (line, likelihood)
  }

  /// The number of matching lines; `isMatch` tests the lines whose result is uncertain.
  ///
  /// Returns `nil` if lines were copied, or if the query has many nodes.
  func count(
    of query: BooleanLines, in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool
  ) -> Int? {
    if copiesLines || query.nodes.count > BooleanLineBits.maximumNodes { return nil }
    return newlines.withSpan { newlines in
      var bits = BooleanLineBits(newlines, text.count, nodes: query.nodes.count)
      for (index, node) in query.nodes.enumerated() {
        switch node.kind {
        case .literal, .negatedLiteral:
          let leaf = leaves[node.first]
          places.withSpan { places in
            bits.mark(places.extracting(leaf.next..<leaf.end), index, newlines)
          }
          if node.kind == .negatedLiteral { bits.negate(index) }
        case .and, .or:
          let operands = query.operands[node.first..<node.first + node.count]
          bits.combine(operands, node.kind == .and, index)
        }
      }
      return bits.count(newlines, isMatch)
    }
  }

  /// Skips a leaf's candidates before `start`; returns the index of the leaf's next candidate.
  @inline(__always) private mutating func skip(_ leaf: Int, to start: Int) -> Int {
    var index = leaves[leaf].next
    let end = leaves[leaf].end
    while index < end, places[index] >> 1 < start { index += 1 }
    leaves[leaf].next = index
    return index
  }

  /// The bounds of the line that contains the offset `place`.
  private func line(at place: Int, of count: Int) -> Range<Int> {
    let own = place >> 6
    let higher = ~UInt64(0) << UInt64(place & 63)
    var index = own
    var bits = newlines[index] & higher
    while bits == 0, index + 1 < newlines.count {
      index += 1
      bits = newlines[index]
    }
    let end = bits == 0 ? count : index << 6 + bits.trailingZeroBitCount + 1
    index = own
    bits = newlines[index] & ~higher
    while bits == 0, index > done >> 6 {
      index -= 1
      bits = newlines[index]
    }
    let start = bits == 0 ? done : max(done, index << 6 + 64 - bits.leadingZeroBitCount)
    return start..<end
  }

  /// How likely it is that a node is true for a line.
  private mutating func likelihood(
    of node: Int, _ nodes: Span<BooleanLines.Node>, _ operands: Span<Int32>, _ line: Range<Int>
  ) -> MatchLikelihood {
    let node = nodes[node]
    switch node.kind {
    case .literal: return likelihood(ofLeaf: node.first, line)
    case .negatedLiteral: return likelihood(ofLeaf: node.first, line).negated
    case .and, .or:
      let isAnd = node.kind == .and
      var result: MatchLikelihood = isAnd ? .certain : .absent
      for index in node.first..<node.first + node.count {
        let own = likelihood(of: Int(operands[index]), nodes, operands, line)
        result = isAnd ? min(result, own) : max(result, own)
        if result == (isAnd ? .absent : .certain) { break }
      }
      return result
    }
  }

  private mutating func likelihood(ofLeaf leaf: Int, _ line: Range<Int>) -> MatchLikelihood {
    let range = leaves[leaf].isInCopy ? copyStart..<copyStart + line.count : line
    var index = skip(leaf, to: range.lowerBound)
    let end = leaves[leaf].end
    var found = MatchLikelihood.absent
    while index < end, places[index] >> 1 < range.upperBound {
      if places[index] & 1 == 1 { return .certain }
      found = .possible
      index += 1
    }
    return found
  }
}

extension MatchLikelihood {
  /// The likelihood that a line does not match, if `self` is the likelihood that it matches.
  fileprivate var negated: MatchLikelihood {
    switch self {
    case .absent: .certain
    case .possible: .possible
    case .certain: .absent
    }
  }
}
