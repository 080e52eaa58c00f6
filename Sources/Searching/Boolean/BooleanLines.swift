internal import Corpora
internal import UnicodeText

/// Finds the lines of raw text for which a boolean query is true.
///
/// Some leaves, the drivers, decide which lines need a test: either every match holds one of them, or every line without
/// a match does. They are found first. The other leaves are then searched in those lines, or in all the text if there are
/// many such lines. A line is folded only if it is not certain whether it holds a leaf.
struct BooleanLines: LineScanner {
  /// A node of the normal form.
  struct Node {
    enum Kind {
      case literal, negatedLiteral, and, or
    }

    let kind: Kind

    /// The index of the leaf, or of the first operand in `operands`.
    let first: Int

    /// The number of operands.
    let count: Int
  }

  /// If more than one candidate is in this many bytes, all leaves are searched in all the text.
  private static let sparseness = 1024

  let nodes: [Node]
  let operands: [Int32]

  /// A filter for each leaf that is used; `nil` for others.
  let filters: [LineFilter?]

  /// The leaves that are found first.
  let drivers: [Int]

  /// The other leaves that are used.
  let others: [Int]

  /// Whether the lines without drivers match.
  let picksMostLines: Bool

  let summary: String

  var canCount: Bool { true }

  /// Creates a scanner; `nil` if a leaf cannot be found in raw text, or if no leaf decides which lines need a test.
  init?(_ matcher: BooleanMatcher, _ choice: borrowing PivotChoice) {
    let form = matcher.form
    guard form.depth <= BooleanMatcher.requirementDepth else { return nil }
    var filters = [LineFilter?](repeating: nil, count: matcher.leaves.count)
    var nodes: [Node] = []
    var operands: [Int32] = []
    for node in form.nodes {
      switch node {
      case .constant: return nil
      case .literal(let leaf, let isNegated):
        let leaf = Int(leaf)
        nodes.append(Node(kind: isNegated ? .negatedLiteral : .literal, first: leaf, count: 1))
        if filters[leaf] != nil { continue }
        guard case .substring(let scan) = matcher.leaves[leaf], scan.scope.isEverything,
          let filter = LineFilter(.substring(scan.needle.bytes), isSufficient: true, choice)
        else { return nil }
        filters[leaf] = filter
      case .and(let children), .or(let children):
        let kind: Node.Kind = if case .and = node { .and } else { .or }
        nodes.append(Node(kind: kind, first: operands.count, count: children.count))
        operands += children
      }
    }
    self.nodes = nodes
    self.operands = operands
    self.filters = filters
    let drivers = DriverChoice(nodes: nodes, operands: operands, filters: filters)
    let required = drivers.leaves(isNegated: false)
    guard let leaves = required ?? drivers.leaves(isNegated: true) else { return nil }
    self.drivers = leaves
    others = filters.indices.filter { filters[$0] != nil && !leaves.contains($0) }
    picksMostLines = required == nil
    let names = leaves.compactMap { filters[$0]?.names }.joined(separator: " or ")
    summary = picksMostLines ? "all lines, those with \(names) after a test" : "lines with \(names)"
  }

  func match(
    in text: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ isMatch: (Span<UInt8>) -> Bool
  ) -> MatchLikelihood {
    if picksMostLines { return .perhaps }
    // `isMatch` knows the whole query, so it cannot tell whether a text holds one leaf.
    for leaf in drivers {
      let found = filters[leaf]?.match(in: text, range, isLast: isLast) { _ in true }
      if found != .nowhere { return .perhaps }
    }
    return .nowhere
  }

  func pick(in text: Span<UInt8>, _ body: (_ line: Range<Int>) -> Void) {
    var evaluator = BooleanLineEvaluator(self, text)
    var next = 0
    while let (line, likelihood) = evaluator.next(of: self, in: text) {
      if picksMostLines { Self.forEachLine(in: text, next..<line.lowerBound, body) }
      next = line.upperBound
      if likelihood > .nowhere { body(line) }
    }
    if picksMostLines { Self.forEachLine(in: text, next..<text.count, body) }
  }

  private static func forEachLine(
    in text: Span<UInt8>, _ range: Range<Int>, _ body: (_ line: Range<Int>) -> Void
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = LineBounds.end(behind: start, in: text)
      body(start..<end)
      start = end
    }
  }

  func count(in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool) -> Int {
    var evaluator = BooleanLineEvaluator(self, text)
    var (matching, others) = (0, 0)
    while let (line, likelihood) = evaluator.next(of: self, in: text) {
      if likelihood == .surely || (likelihood == .perhaps && isMatch(line)) {
        matching += 1
      } else {
        others += 1
      }
    }
    if !picksMostLines { return matching }
    let newline = UInt8(ascii: "\n")
    let hasRest = !text.isEmpty && text[text.count - 1] != newline
    return Kernels.count(of: newline, in: text) + (hasRest ? 1 : 0) - others
  }

  /// If more than one candidate is in `sparseness` bytes, it is faster to search all the text for the other leaves.
  static func isDense(_ candidates: Int, in text: Span<UInt8>) -> Bool {
    candidates * sparseness > text.count
  }
}

/// Chooses the leaves of which every line with a match, or every line without one, holds at least one.
private struct DriverChoice {
  let nodes: [BooleanLines.Node]
  let operands: [Int32]
  let filters: [LineFilter?]

  /// The leaves with the fewest candidates in the sample; `nil` if there are no such leaves.
  func leaves(isNegated: Bool) -> [Int]? {
    var choices: [(leaves: Set<Int>, candidates: Int)?] = []
    for node in nodes {
      switch node.kind {
      case .literal, .negatedLiteral:
        let isWanted = (node.kind == .negatedLiteral) == isNegated
        choices.append(isWanted ? ([node.first], filters[node.first]?.candidates ?? 0) : nil)
      case .and, .or:
        let own = operands[node.first..<node.first + node.count].map { choices[Int($0)] }
        if (node.kind == .and) != isNegated {
          choices.append(own.compactMap(\.self).min { $0.candidates < $1.candidates })
        } else if own.contains(where: { $0 == nil }) {
          choices.append(nil)
        } else {
          let leaves = own.reduce(into: Set<Int>()) { $0.formUnion($1?.leaves ?? []) }
          choices.append((leaves, leaves.reduce(0) { $0 + (filters[$1]?.candidates ?? 0) }))
        }
      }
    }
    return choices.last??.leaves.sorted()
  }
}

extension BooleanMatcher {
  func lineScanner(sample: consuming GrowableBuffer<UInt8>) -> (any LineScanner)? {
    let choice = PivotChoice(foldsBy, sample: sample)
    if let lines = BooleanLines(self, choice) { return lines }
    return LineFilter(requirement, isSufficient: false, choice)
  }
}
