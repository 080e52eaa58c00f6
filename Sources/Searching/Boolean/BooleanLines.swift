internal import Corpora
internal import UnicodeText

/// Finds the lines of raw text for which a boolean query is true.
///
/// Some leaves (strings of the query) are chosen as drivers, and only lines that contain a driver
/// are tested. The drivers are chosen so that either all lines without a driver match, or none of
/// them matches.
///
/// The search finds the drivers first, and then searches the lines with drivers for the other
/// leaves. If many lines contain drivers, all the text is searched for the other leaves.
///
/// A line is folded only if its raw bytes are not enough to decide whether it contains a leaf.
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

  /// All the text is searched for all leaves if the drivers have more than 1 candidate per
  /// `sparseness` bytes.
  private static let sparseness = 1024

  let nodes: [Node]
  let operands: [Int32]

  /// For each leaf, its filter; `nil` if the leaf is not used.
  let filters: [LineFilter?]

  /// The indices of the drivers, the leaves to search for first.
  let drivers: [Int]

  /// The indices of the leaves that are used but are not drivers.
  let others: [Int]

  /// Whether all lines without a driver match; if so, most lines match.
  let picksMostLines: Bool

  let summary: String

  var canCount: Bool { true }

  /// Creates a scanner.
  ///
  /// The result is `nil` if the normal form is a constant or too deep. It is also `nil` if a leaf
  /// cannot be searched for in raw text, or if no drivers can be chosen.
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
    summary =
      picksMostLines ? "all lines; only lines with \(names) are tested" : "lines with \(names)"
  }

  func match(
    in text: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ isMatch: (Span<UInt8>) -> Bool
  ) -> MatchLikelihood {
    if picksMostLines { return .possible }
    // `isMatch` tests the whole query, not a single leaf. Each leaf's filter therefore gets a
    // closure that accepts every line.
    for leaf in drivers {
      let found = filters[leaf]?.match(in: text, range, isLast: isLast) { _ in true }
      if found != .absent { return .possible }
    }
    return .absent
  }

  func pick(in text: Span<UInt8>, _ body: (_ line: Range<Int>, _ isCertain: Bool) -> Void) {
    var evaluator = BooleanLineEvaluator(self, text)
    var next = 0
    while let (line, likelihood) = evaluator.next(of: self, in: text) {
      // If `picksMostLines` is true, the lines without drivers match.
      if picksMostLines {
        Self.forEachLine(in: text, next..<line.lowerBound) { body($0, true) }
      }
      next = line.upperBound
      if likelihood > .absent { body(line, likelihood == .certain) }
    }
    if picksMostLines { Self.forEachLine(in: text, next..<text.count) { body($0, true) } }
  }

  private static func forEachLine(
    in text: Span<UInt8>, _ range: Range<Int>, _ body: (_ line: Range<Int>) -> Void
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = LineBounds.end(after: start, in: text)
      body(start..<end)
      start = end
    }
  }

  func count(in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool) -> Int {
    var evaluator = BooleanLineEvaluator(self, text)
    if let count = evaluator.count(of: self, in: text, isMatch) { return count }
    var (matching, others) = (0, 0)
    while let (line, likelihood) = evaluator.next(of: self, in: text) {
      if likelihood == .certain || (likelihood == .possible && isMatch(line)) {
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

  /// Whether the drivers have many candidates in relation to the length of the text.
  ///
  /// If so, searching all the text for the other leaves is faster than copying lines.
  static func isDense(_ candidates: Int, in text: Span<UInt8>) -> Bool {
    candidates * sparseness > text.count
  }
}

/// Chooses the drivers of a boolean query.
///
/// Either every matching line contains a driver, or every line that does not match contains a
/// driver.
private struct DriverChoice {
  let nodes: [BooleanLines.Node]
  let operands: [Int32]
  let filters: [LineFilter?]

  /// The drivers with the fewest candidates in the sample; `nil` if no leaves can be drivers.
  ///
  /// If `isNegated` is `false`, every matching line contains one of these drivers. If `isNegated`
  /// is `true`, every line that does not match contains one of these drivers.
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
    if let parts = substringsOfOr, parts.count > PivotFilter.maximumNeedles,
      let any = AnySubstringMatcher(AnyMatcher(parts.map { SubstringMatcher($0, foldsBy) }))
    {
      var copy = GrowableBuffer<UInt8>()
      sample.withSpan { copy.append(copying: $0) }
      if let scanner = any.lineScanner(sample: copy) { return scanner }
    }
    let choice = PivotChoice(foldsBy, sample: sample, needleCount: leaves.count)
    if let filter = alternatives(choice) { return filter }
    if let lines = BooleanLines(self, choice) { return lines }
    return LineFilter(requirement, isSufficient: false, choice)
  }

  /// The operands of the OR at the root, if every operand is a string to search for in all fields.
  ///
  /// The value is `nil` if the root is not an OR, or if an operand is not such a string.
  private var substringsOfOr: [SubstringScan]? {
    guard case .or(let children) = form.nodes[form.root] else { return nil }
    var parts: [SubstringScan] = []
    for child in children {
      guard case .literal(let leaf, false) = form.nodes[Int(child)],
        case .substring(let scan) = leaves[Int(leaf)], scan.scope.isEverything
      else { return nil }
      parts.append(scan)
    }
    return parts
  }

  /// A filter that finds all texts of an OR in one pass.
  ///
  /// The result is `nil` if the query is not an OR of texts, or if the texts are not rare.
  private func alternatives(_ choice: borrowing PivotChoice) -> LineFilter? {
    guard let parts = substringsOfOr,
      let filter = LineFilter(
        .any(parts.map { .substring($0.needle.bytes) }), isSufficient: true, choice),
      filter.isRare(inSampleOf: choice.sampleSize)
    else { return nil }
    return filter
  }
}

extension SubstringMatcher {
  /// Creates a matcher for the needle of a scan.
  fileprivate init(_ scan: SubstringScan, _ foldsBy: Folding) {
    self.init(need: .needle(scan.needle), foldsBy: foldsBy, scope: scan.scope)
  }
}
