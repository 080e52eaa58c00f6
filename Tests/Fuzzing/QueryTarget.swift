internal import Corpora
internal import TestSupport
internal import UnicodeText

@testable internal import Contenders
@testable internal import Searching

extension FuzzTarget {
  /// An input consists of option bytes, a line with the query, and a line for each record.
  ///
  /// Tabs separate the cells of a record, and U+001F separates the values of a cell.
  static let query = FuzzTarget(
    name: "query",
    oracle: "a naive evaluator; the classic grammar also a separate parser"
  ) { input in
    var input = input
    var check = QueryCheck(&input)
    check.run()
  }
}

/// Compares the results of a query over a few records with the oracle's results.
private struct QueryCheck {
  static let fields = [Field("name"), Field("alias", isAlias: true), Field("note")]

  private let kind: Int
  private var options = SearchOptions()
  private let text: String
  private let oracle: NaiveOracle

  init(_ input: inout FuzzInput) {
    let choice = input.byte()
    kind = Int(choice) & 7
    options.caseMode = CaseMode.allCases[Int(choice >> 3) % 3]
    options.diacritics = choice & 0x20 == 0 ? .ignore : .sensitive
    options.trims = choice & 0x40 == 0
    if choice & 0x80 != 0 { options.fields = ["alias", "note"] }
    let more = input.byte()
    let separators = [".", "", "._-", ". camel", "camel", "a", "=;`"]
    options.separators = TokenSeparators(separators[Int(more) % separators.count]) ?? .standard
    options.accessPath = AccessPathCatalog.names[Int(more >> 4) % AccessPathCatalog.names.count]
    options.threads = 1
    options.grammar = kind < 2 ? .classic : kind < 4 ? .standard : .words
    text = input.textLine()
    var rows: [[String]] = []
    while !input.isEmpty, rows.count < 8 {
      let cells = input.line().split(separator: 0x09, omittingEmptySubsequences: false).prefix(3)
      rows.append(
        cells.map { String(decoding: $0.map { $0 == 0x1F ? 0x0A : $0 }, as: UTF8.self) })
    }
    oracle = NaiveOracle(fields: Self.fields, rows: rows)
  }

  private var query: Query {
    Query(
      text, by: ["bool", "bool", "bool", "bool", "bool", "substring", "prefix", "prefix"][kind],
      options: options)
  }

  private var note: String { "\(query)\n  rows: \(oracle.rows)" }

  func run() {
    for strategy in StrategyCatalog.all {
      _ = strategy.partialWord(atEndOf: text, options: options, fields: ["name", "alias", "note"])
    }
    let compiled: CompiledQuery
    do throws(QueryError) {
      compiled = try CompiledQuery(query)
    } catch {
      if let offset = error.offset {
        expect(
          offset >= 0 && offset + error.length <= text.utf8.count, "place of \(error): \(note)")
      }
      expect(
        kind > 1 || error.code != .nestingTooDeep(limit: 101)
          || (try? ExpressionParser.parse(text)) == nil, "only one parser refuses: \(note)")
      return
    }
    let searcher = Searcher(Corpus(name: "fuzz", fields: Self.fields, rows: oracle.rows))
    let report: SearchReport
    do throws(QueryError) {
      report = try searcher.run(compiled)
    } catch {
      // The query was compiled without knowing the field names, so matching can still fail here,
      // but only in the standard grammar.
      expect(standardTree == nil && options.grammar == .standard, "\(error): \(note)")
      return
    }
    var wanted: [Int] = []
    var hitCount = 0
    let expected = expectation()
    for row in oracle.rows.indices {
      guard let hits = expected(row) else { continue }
      wanted.append(row)
      hitCount += hits.count
      let id = RecordID(UInt64(row))
      if report.results.contains(id) {
        expectEqual(report.hits(in: id), hits, "hits in \(row): \(note)")
      }
    }
    expectEqual(report.results.map { Int($0.rawValue) }, wanted, "records: \(note)")
    expectEqual(report.hitCount, hitCount, "hits: \(note)")
    if let uncounted = try? searcher.run(compiled, countingHits: false) {
      expectEqual(uncounted.results, report.results, "records without hits: \(note)")
    }
  }

  /// A function that returns the expected hits in a row.
  private func expectation() -> (Int) -> [Hit]? {
    if kind == 5 { return { oracle.substring(text, in: $0, options) } }
    if kind > 5 { return { oracle.tokenPrefix(text, in: $0, options)?.hits } }
    let expression = expression()
    return { oracle.boolean(expression, in: $0, options) }
  }

  /// The tree of the query in the standard grammar.
  private var standardTree: BooleanTree? {
    try? StandardParser.parse(text, fields: Set(Self.fields.map(\.name)))
  }

  private func expression() -> NaiveExpression {
    switch options.grammar {
    case .classic:
      guard let node = try? ExpressionParser.parse(text) else {
        fail("only one parser refuses: \(note)")
      }
      return NaiveExpression(node)
    case .words:
      let words = text.unicodeScalars.split { Whitespace.isWhiteSpace($0.value) }.map(String.init)
      guard let first = words.first else { return .text("") }
      return words.dropFirst().reduce(.text(first)) { .and($0, .text($1)) }
    case .standard:
      guard let standardTree else { fail("cannot be parsed again: \(note)") }
      return NaiveExpression(standardTree)
    }
  }
}

extension NaiveExpression {
  fileprivate init(_ node: ExpressionNode) {
    switch node {
    case .any: self = .text("")
    case .phrase(let text): self = .text(text)
    case .not(let inner): self = .not(NaiveExpression(inner))
    case .and(let left, let right): self = .and(NaiveExpression(left), NaiveExpression(right))
    case .or(let left, let right): self = .or(NaiveExpression(left), NaiveExpression(right))
    }
  }

  fileprivate init(_ tree: BooleanTree) {
    var made: [NaiveExpression] = []
    for node in tree.nodes {
      switch node {
      case .any: made.append(.text(""))
      case .leaf(let index):
        let leaf = tree.leaves[Int(index)]
        let inner = leaf.isPrefix ? NaiveExpression.prefix(leaf.text) : .text(leaf.text)
        made.append(leaf.field.map { .inField($0, inner) } ?? inner)
      case .not(let inner): made.append(.not(made[Int(inner)]))
      case .and(let left, let right): made.append(.and(made[Int(left)], made[Int(right)]))
      case .or(let left, let right): made.append(.or(made[Int(left)], made[Int(right)]))
      }
    }
    self = made.last ?? .text("")
  }
}
