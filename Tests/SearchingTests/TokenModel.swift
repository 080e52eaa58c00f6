import Corpora
import Synchronization
import TestSupport
import UnicodeText

@testable import Searching

/// A reference model of a token index: it computes the tokens record by record, and makes random
/// corpora for tests.
struct TokenModel {
  let corpus: Corpus
  let oracle: NaiveOracle

  /// The tokens of each record, as bytes of the folded text.
  let tokens: [[[UInt8]]]

  init(_ corpus: Corpus, _ oracle: NaiveOracle) {
    self.corpus = corpus
    self.oracle = oracle
    tokens = oracle.rows.indices.map { row in
      oracle.parts(of: row, in: SearchOptions()).flatMap { Self.tokens(of: $0.text) }
    }
  }

  private static func tokens(of text: String) -> [[UInt8]] {
    let folded = String(decoding: IndexedText.folding.fold(text), as: UTF8.self)
    return folded.unicodeScalars.split { $0.properties.isWhitespace || $0 == "." }
      .map { Array(String($0).utf8) }
  }

  /// The records that meet a requirement.
  func records(meeting requirement: Requirement) -> [Int] {
    oracle.rows.indices.filter { meets(requirement, $0) }
  }

  private func meets(_ requirement: Requirement, _ row: Int) -> Bool {
    switch requirement {
    case .nothing: true
    case .substring(let bytes):
      oracle.parts(of: row, in: SearchOptions()).contains {
        let text = IndexedText.folding.fold($0.text)
        return bytes.isEmpty || text.indices.contains { text[$0...].starts(with: bytes) }
      }
    case .tokenPrefix(let bytes): tokens[row].contains { $0.starts(with: bytes) }
    case .all(let parts): parts.allSatisfy { meets($0, row) }
    case .any(let parts): parts.contains { meets($0, row) }
    }
  }

  /// Whether a token index must be exact for a requirement.
  ///
  /// Returns `nil` if an index cannot test the requirement.
  static func isExact(_ requirement: Requirement) -> Bool? {
    switch requirement {
    case .nothing, .substring: return nil
    case .tokenPrefix(let bytes):
      return bytes.isEmpty ? nil : bytes.count <= TokenDictionary.tokenLimit
    case .all(let parts):
      let known = parts.compactMap { isExact($0) }
      return known.isEmpty ? nil : known.count == parts.count && known.allSatisfy(\.self)
    case .any(let parts):
      let known = parts.compactMap { isExact($0) }
      return known.count == parts.count ? known.allSatisfy(\.self) : nil
    }
  }

  // MARK: Corpora

  /// A corpus of `count` records whose words share prefixes, in segments of `segmentSize` records.
  static func random(
    _ generator: inout SeededGenerator, rows count: Int, segmentSize: Int = .max
  ) throws -> TokenModel {
    let shapes: [[Field]] = [
      [Field("text")], [Field("name"), Field("note")],
      [Field("name"), Field("alias", isAlias: true)],
    ]
    let fields = generator.pick(shapes)
    let rows = (0..<count).map { _ in
      fields.map { field in
        let cell = text(&generator)
        return field.isAlias && generator.oneIn(2) ? cell + "\n" + text(&generator) : cell
      }
    }
    return try TokenModel(fields, rows, segmentSize: segmentSize)
  }

  init(_ fields: [Field], _ rows: [[String]], segmentSize: Int = .max) throws {
    var corpus = Corpus(name: "model", fields: fields, rows: Array(rows.prefix(segmentSize)))
    var start = min(segmentSize, rows.count)
    while start < rows.count {
      let end = min(rows.count, start + segmentSize)
      corpus = try corpus.appending(
        Corpus(name: "model", fields: fields, rows: Array(rows[start..<end])))
      start = end
    }
    self.init(corpus, NaiveOracle(fields: fields, rows: rows))
  }

  private static let blanks = [" ", " ", " ", ".", "  ", "\t", "\u{3000}", " .", "\u{2028}"]

  private static func text(_ generator: inout SeededGenerator) -> String {
    var text = generator.oneIn(9) ? generator.pick(blanks) : ""
    for _ in 0..<generator.below(6) { text += word(&generator) + generator.pick(blanks) }
    return text
  }

  /// A short word, often with one of a few prefixes; occasionally a word that can exceed the token
  /// limit.
  static func word(_ generator: inout SeededGenerator) -> String {
    if generator.oneIn(40) {
      return String(repeating: generator.pick(["é", "a", "漢"]), count: 20 + generator.below(60))
    }
    var word =
      generator.oneIn(3) ? "" : generator.pick(["a", "Ab", "ab", "é", "ß", "h", "he", "漢"])
    for _ in 0..<generator.below(4) {
      word += generator.pick(["a", "b", "É", "e", "s", "字", "\u{301}", "1", "-", "\u{0}"])
    }
    return word
  }

  /// A prefix of a token of the corpus, or a random word.
  func prefix(_ generator: inout SeededGenerator) -> [UInt8] {
    if generator.oneIn(8) { return Array(Self.word(&generator).utf8) }
    guard let token = generator.pick(tokens).randomElement(using: &generator) else { return [0x61] }
    if generator.oneIn(30) { return token + [0x7A] }
    return Array(token.prefix(1 + generator.below(generator.oneIn(4) ? token.count : 3)))
  }

  func requirement(_ generator: inout SeededGenerator, depth: Int) -> Requirement {
    switch generator.below(depth == 0 ? 8 : 12) {
    case 0: return generator.oneIn(2) ? .nothing : .substring(prefix(&generator))
    case 1...7: return .tokenPrefix(prefix(&generator))
    case 8...9:
      return .all((0..<generator.below(4)).map { _ in requirement(&generator, depth: depth - 1) })
    default:
      return .any((0..<generator.below(4)).map { _ in requirement(&generator, depth: depth - 1) })
    }
  }

  // MARK: Indexes

  /// An index of the corpus; `nil` if the build was canceled.
  func index(
    threads: Int = 1, tuning: TokenIndexBuilder.Tuning = .init(),
    monitor: BuildMonitor = BuildMonitor(), isCancelled: (@Sendable () -> Bool)? = nil
  ) -> TokenIndex? {
    Self.index(
      of: corpus, threads: threads, tuning: tuning, monitor: monitor, isCancelled: isCancelled)
  }

  static func index(
    of corpus: Corpus, threads: Int, tuning: TokenIndexBuilder.Tuning,
    monitor: BuildMonitor = BuildMonitor(), isCancelled: (@Sendable () -> Bool)? = nil
  ) -> TokenIndex? {
    guard let folded = corpus.folded(IndexedText.folding, isCancelled: { false }) else {
      return nil
    }
    let builder = TokenIndexBuilder(
      IndexedText(corpus: corpus, folded: folded), threads: threads, monitor: monitor,
      tuning: tuning, isCancelled: isCancelled)
    return builder.build()
  }
}

extension Candidates {
  /// The record numbers; `nil` if the candidates are not a set.
  var numbers: [Int]? {
    if case .some(let records) = self { return records.map { Int($0.rawValue) } }
    return nil
  }
}
