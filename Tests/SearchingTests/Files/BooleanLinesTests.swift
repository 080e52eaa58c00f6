import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Compares the results of boolean queries on raw lines with the results of evaluating each folded
/// line.
@Suite struct BooleanLinesTests {
  private static func form(_ dice: inout SeededGenerator, _ words: [String], depth: Int) -> String {
    guard depth > 0, dice.below(3) > 0 else {
      return (dice.below(3) == 0 ? "NOT " : "") + words[dice.below(words.count)]
    }
    let operands = (0..<2 + dice.below(3)).map { _ in form(&dice, words, depth: depth - 1) }
    return "(" + operands.joined(separator: dice.below(2) == 0 ? " AND " : " OR ") + ")"
  }

  private static func options(_ mode: Int) -> SearchOptions {
    SearchOptions(
      caseMode: mode & 1 != 0 ? .ignore : .sensitive,
      diacritics: mode & 2 != 0 ? .ignore : .sensitive, grammar: .standard)
  }

  /// Checks that a query counts and picks exactly the lines that match.
  ///
  /// Returns the number of lines that the scanner had to test, or `nil` if the query has no line
  /// scanner.
  private func compare(
    _ query: String, _ lines: [String], _ options: SearchOptions, sample: Bool
  ) throws -> Int? {
    // A combining mark after a parenthesis or other operator makes the operator literal text, so a
    // random query can have unbalanced parentheses.
    let compiled = try? CompiledQuery(Query(query, by: "bool", options: options))
    guard let matcher = try compiled?.matcher(for: [Field("text")]) else { return nil }
    var text = Array(lines.map { $0 + "\n" }.joined().utf8)
    if lines.count % 2 == 0, lines.last != "" { text.removeLast() }
    var starts: [Int: Int] = [:]
    var start = 0
    var matching: Set<Int> = []
    for (index, line) in lines.enumerated() {
      starts[start] = index
      start += line.utf8.count + 1
      let record = Array(line.utf8) + [Separator.field]
      let folded = matcher.folding.map { $0.fold(line) + [Separator.field] } ?? record
      if matcher.matches(record.span, folded: folded.span) { matching.insert(index) }
    }
    var bytes = GrowableBuffer<UInt8>()
    if sample { bytes.append(copying: text.span) }
    guard let scanner = matcher.lineScanner(sample: bytes), scanner.canCount else { return nil }
    var tested = 0
    let count = scanner.count(in: text.span) { line in
      tested += 1
      return starts[line.lowerBound].map(matching.contains) ?? false
    }
    #expect(count == matching.count, "\(query) \(options.caseMode) \(options.diacritics)")
    var picked: Set<Int> = []
    scanner.pick(in: text.span) { line, isCertain in
      guard let index = starts[line.lowerBound] else {
        Issue.record("a picked line begins at \(line.lowerBound)")
        return
      }
      picked.insert(index)
      #expect(!isCertain || matching.contains(index), "\(query) \(options.caseMode)")
    }
    #expect(picked.isSuperset(of: matching), "\(query) \(options.caseMode) \(options.diacritics)")
    return tested
  }

  @Test(arguments: LineFilterTests.alphabets + [["a", "b", "c", "k"]], [0, 1, 2, 3])
  func `random boolean queries count and pick the lines that match`(letters: [String], mode: Int)
    throws
  {
    var dice = SeededGenerator(seed: UInt64(31 + mode))
    let words = LineFilterTests.words(of: letters, upTo: 2).filter { !$0.isEmpty }
    var scanners = 0
    for round in 0..<Effort.size(120, thorough: 4000) {
      var lines = (0..<1 + dice.below(60)).map { _ in
        (0..<dice.below(9)).map { _ in letters[dice.below(letters.count)] }.joined()
      }
      // Insert long filler lines, because the scanner uses another code path if few lines are
      // candidates.
      if round % 2 == 0 {
        lines = lines.flatMap { [String(repeating: "zy ", count: 400 + dice.below(400)), $0] }
      }
      let query = Self.form(&dice, words, depth: 1 + dice.below(3))
      if try compare(query, lines, Self.options(mode), sample: dice.below(2) == 0) != nil {
        scanners += 1
      }
    }
    #expect(scanners > 10)
  }

  @Test(arguments: [0, 1]) func `boolean queries on ASCII lines need no folding`(mode: Int) throws {
    let lines = ["red", "red blue", "", "green", "blue", "green blue red", "Red GREEN"]
    for query in [
      "red AND blue", "red OR green", "NOT red", "NOT (red AND blue)",
      "red AND NOT (blue OR green)",
      "(red OR NOT blue) AND (green OR NOT red)",
    ] {
      #expect(try compare(query, lines, Self.options(mode), sample: true) == 0, "\(query)")
      let far = lines.flatMap { [String(repeating: "zy ", count: 1500), $0] }
      #expect(try compare(query, far, Self.options(mode), sample: false) == 0, "\(query)")
    }
  }
}
