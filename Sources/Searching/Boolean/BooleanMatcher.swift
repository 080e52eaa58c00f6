internal import Corpora
internal import UnicodeText

/// Finds the records for which a boolean query is true.
struct BooleanMatcher: Matcher {
  /// A leaf of the normal form, compiled for searching.
  enum Leaf: Sendable {
    /// A leaf whose text folds to the empty text; the normal form does not use it.
    case unused
    case substring(SubstringScan)
    case prefix(TokenPrefixMatcher)
  }

  /// The maximum depth of a normal form for which a requirement is computed.
  ///
  /// A requirement is nested as deeply as the normal form, and recursive functions process it.
  static let requirementDepth = 32

  let tree: BooleanTree
  let form: NormalForm
  let leaves: [Leaf]
  let foldsBy: Folding

  /// Finds the hits in a record.
  let highlighter: Highlighter
  /// Counts the hits in a record; `nil` if a highlighted leaf is a token prefix.
  let hitCounter: HitCounter?

  init(_ tree: BooleanTree, _ form: NormalForm, _ folding: Folding, in context: CompileContext) {
    self.tree = tree
    self.form = form
    self.foldsBy = folding
    let histogram = context.histogram(folding)
    let scopes = form.leaves.map { context.scope.narrowed(to: $0.field) }
    var leaves: [Leaf] = []
    for (leaf, scope) in zip(form.leaves, scopes) {
      if leaf.bytes.isEmpty {
        leaves.append(.unused)
      } else if leaf.isPrefix {
        let query = TokenPrefixQuery(
          [String(decoding: leaf.bytes, as: UTF8.self)], folding, context.options.separators,
          allowsFullName: false)
        leaves.append(
          .prefix(TokenPrefixMatcher(query, scope: scope, text: "", histogram: histogram)))
      } else {
        leaves.append(
          .substring(SubstringScan(needle: Needle(leaf.bytes, histogram), scope: scope)))
      }
    }
    self.leaves = leaves
    let targets = form.highlighted.compactMap { index -> Highlighter.Target? in
      switch leaves[index] {
      case .unused: nil
      case .substring(let scan): .init(kind: .needle(scan.needle), scope: scan.scope)
      case .prefix(let matcher): .init(kind: .prefix(matcher.query), scope: matcher.scope)
      }
    }
    highlighter = Highlighter(folding: folding, scope: context.scope, targets: targets)
    hitCounter = HitCounter(targets)
  }

  var folding: Folding? {
    // A query whose normal form is a constant needs folding only if it has text to highlight.
    if case .constant = form.nodes[form.root], form.highlighted.isEmpty { return nil }
    return foldsBy
  }

  var requirement: Requirement {
    guard form.depth <= Self.requirementDepth else { return .nothing }
    var requirements: [Requirement] = []
    for node in form.nodes {
      switch node {
      case .constant: requirements.append(.nothing)
      case .literal(let leaf, let isNegated):
        requirements.append(isNegated ? .nothing : requirement(of: leaves[Int(leaf)]))
      case .and(let children):
        let parts = children.map { requirements[Int($0)] }.filter { $0 != .nothing }
        requirements.append(parts.isEmpty ? .nothing : parts.count == 1 ? parts[0] : .all(parts))
      case .or(let children):
        let parts = children.map { requirements[Int($0)] }
        requirements.append(parts.contains(.nothing) ? .nothing : .any(parts))
      }
    }
    return requirements[form.root]
  }

  private func requirement(of leaf: Leaf) -> Requirement {
    switch leaf {
    case .unused: .nothing
    case .substring(let scan): .substring(scan.needle.bytes)
    case .prefix(let matcher): matcher.requirement
    }
  }

  var explanation: [Explanation.Line] {
    let highlighted = form.highlighted.map {
      "\"\(String(decoding: form.leaves[$0].bytes, as: UTF8.self))\""
    }
    return [
      .init("parsed", tree.canonicalForm),
      .init("normal form", form.canonicalForm),
      .init("highlighted", highlighted.isEmpty ? "nothing" : highlighted.joined(separator: " ")),
    ]
  }

  /// The needles that every matching record contains, the rarest first.
  ///
  /// If the root is an AND, these are the needles of its substring operands. If the root is a
  /// substring literal, the only needle is the literal's text.
  var requiredNeedles: [RequiredNeedle] {
    let operands =
      if case .and(let children) = form.nodes[form.root] { children.map { Int($0) } } else {
        [form.root]
      }
    return operands.compactMap { operand in
      guard case .literal(let leaf, false) = form.nodes[operand],
        case .substring(let scan) = leaves[Int(leaf)]
      else { return nil }
      return RequiredNeedle(scan.needle)
    }
  }

  var narrowingKey: NarrowingKey? { form.conjuncts.map { .conjuncts($0) } }

  func hits(in record: Span<UInt8>) -> [Hit] { highlighter.hits(in: record) }

  func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool {
    var values: [Bool] = []
    values.reserveCapacity(form.nodes.count)
    for node in form.nodes {
      switch node {
      case .constant(let value): values.append(value)
      case .literal(let leaf, let isNegated):
        values.append(isTrue(leaves[Int(leaf)], for: record, folded) != isNegated)
      case .and(let children): values.append(children.allSatisfy { values[Int($0)] })
      case .or(let children): values.append(children.contains { values[Int($0)] })
      }
    }
    return values[form.root]
  }

  private func isTrue(
    _ leaf: Leaf, for record: Span<UInt8>, _ folded: Span<UInt8>
  ) -> Bool {
    switch leaf {
    case .unused: false
    case .substring(let scan): scan.first(in: folded, from: 0) != nil
    case .prefix(let matcher): matcher.matches(record, folded: folded)
    }
  }

  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink) {
    var evaluator = BooleanEvaluator(self)
    evaluator.scan(records, of: text, into: &sink)
  }

  func scan(each records: Span<UInt32>, of text: SegmentText, into sink: inout MatchSink) {
    var evaluator = BooleanEvaluator(self)
    for index in records.indices {
      if sink.isFull { return }
      let record = Int(records[index])
      evaluator.scan(record..<record + 1, of: text, into: &sink)
    }
  }
}
