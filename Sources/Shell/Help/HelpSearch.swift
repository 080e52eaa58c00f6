internal import Basics
internal import UnicodeText

/// The result of searching the help pages for words.
struct HelpSearch {
  /// The name of a page, and the matching lines of the page, from top to bottom.
  struct Finding {
    let page: String
    let lines: [String]
  }

  /// The pages that contain all the words, the most relevant page first.
  let findings: [Finding]

  /// Searches `pages` for words, ignoring case.
  ///
  /// A page matches if it contains all the words. Its finding contains the lines with all the
  /// words. If no line has all the words, the finding contains the lines with at least one word. If
  /// no line has any of the words, the finding contains the summary of the page.
  init(_ words: [String], in pages: [HelpPage], corporaIn folder: String) {
    let wanted = Array(Set(words.map { $0.lowercased() })).sorted()
    let ranked = pages.compactMap { page -> (score: Int, finding: Finding)? in
      // Examples of failures are not searched, because they contain mistakes such as misspelled
      // names.
      let good = page.examples.filter { !$0.fails }
      let text = page.text + "\n" + HelpExample.text(good, corporaIn: folder)
      let lines = text.split(separator: "\n")
      let whole = ([page.name, page.summary] + page.keys + lines.map(String.init))
        .joined(separator: "\n").lowercased()
      guard wanted.allSatisfy({ whole.hasOccurrence(of: $0) }) else { return nil }
      let withAll = lines.filter { line in
        let line = line.lowercased()
        return wanted.allSatisfy { line.hasOccurrence(of: $0) }
      }
      let withAny = lines.filter { line in
        let line = line.lowercased()
        return wanted.contains { line.hasOccurrence(of: $0) }
      }
      var found = (withAll.isEmpty ? withAny : withAll).map { Self.trimmed($0) }
      if found.isEmpty { found = [page.summary] }
      let score = Self.score(wanted, page, linesWithAll: withAll)
      return (score, Finding(page: page.name, lines: found))
    }
    findings = ranked.enumerated().sorted {
      ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
    }.map(\.element.finding)
  }

  /// The relevance of a page.
  ///
  /// Matches in names count most, then matches in the summary and in lines with all the words, then
  /// matches of whole words.
  private static func score(
    _ words: [String], _ page: HelpPage, linesWithAll lines: [Substring]
  ) -> Int {
    let summary = page.summary.lowercased()
    var score = lines.isEmpty ? 0 : 8
    for word in words {
      if page.keys.contains(where: { $0.hasPrefix(word) }) { score += 16 }
      if summary.hasOccurrence(of: word) { score += 8 }
      if lines.contains(where: { Self.words(of: $0).contains(word) }) { score += 4 }
    }
    return score
  }

  /// The matching lines, each preceded by the name of its page.
  var text: String {
    let width = findings.map(\.page.count).max() ?? 0
    return findings.flatMap { finding in
      finding.lines.map { line in
        finding.page + String(repeating: " ", count: width - finding.page.count + 2) + line + "\n"
      }
    }.joined()
  }

  /// The page name most similar to `word`, or else the most similar word in the help texts.
  ///
  /// The result is nil if no word is similar.
  static func nearest(to word: String, in pages: [HelpPage]) -> String? {
    let word = word.lowercased()
    if let name = Nearest.match(word, among: pages.flatMap(\.keys)) { return name }
    let vocabulary = pages.flatMap { words(of: $0.text[...]) }.filter { $0.count > 3 }
    return Nearest.match(word, among: vocabulary)
  }

  private static func words(of text: Substring) -> [String] {
    text.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
  }

  private static func trimmed(_ line: Substring) -> String { String(line.drop { $0 == " " }) }
}
