internal import Basics
package import Corpora

/// Sentences that describe what was read and skipped when a corpus was loaded.
package enum LoadReportText {
  /// A line that states the counts and the load time, then a line for each warning.
  package static func lines(for report: LoadReport, corpus: Corpus) -> [StyledText] {
    let nanoseconds = Int((report.seconds * 1e9).rounded())
    var facts = [
      NumberFormat.counted(report.records, "record"), NumberFormat.bytes(report.bytes),
      DurationFormat.text(nanoseconds: nanoseconds),
    ]
    if report.bytes > 0, nanoseconds > 0 {
      facts.append(NumberFormat.rate(bytes: report.bytes, nanoseconds: nanoseconds))
    }
    if report.files > 1 { facts.insert(NumberFormat.counted(report.files, "file"), at: 0) }
    let numbers = StyledText(" " + facts.joined(separator: " · "))
    var lines = [StyledText("\(corpus.name):", .heading) + numbers]
    if let replaced = replaced(report.invalidSequences) { lines.append(replaced) }
    if let skipped = skipped(report.skipped) { lines.append(StyledText(skipped, .dimmed)) }
    if let hint = aliasHint(corpus) { lines.append(StyledText(hint, .dimmed)) }
    lines += report.failures.map { warning("skipped: \($0.message)") }
    return lines
  }

  /// Column names that usually mean "other names of the record".
  private static let aliasNames: Set<String> = [
    "alias", "aliases", "old_name", "renamed", "synonym", "synonyms", "aka",
  ]

  /// A hint about a column whose name is typical of aliases.
  ///
  /// The hint is nil if there is no such column, or if the corpus already has an alias field.
  static func aliasHint(_ corpus: Corpus) -> String? {
    if corpus.fields.contains(where: \.isAlias) { return nil }
    guard let field = corpus.fields.first(where: { aliasNames.contains($0.name.lowercased()) })
    else { return nil }
    return
      "the column \(field.name) may hold aliases (other names of the record): load it with "
      + "--alias-field \(field.name)"
  }

  private static func warning(_ text: String) -> StyledText {
    StyledText("warning: ", .warning) + StyledText(text)
  }

  /// A warning about replaced invalid UTF-8; nil if nothing was replaced.
  static func replaced(_ sequences: Int) -> StyledText? {
    if sequences == 0 { return nil }
    let count = NumberFormat.counted(sequences, "invalid UTF-8 sequence")
    let verb = sequences == 1 ? "was" : "were"
    return warning("\(count) \(verb) replaced by U+FFFD; --strict rejects files with invalid UTF-8")
  }

  /// The number of skipped files by reason; nil if no file was skipped.
  static func skipped(_ skipped: SkippedFiles) -> String? {
    if skipped.total == 0 { return nil }
    let reasons = [
      (skipped.hidden, "hidden (use --hidden)"), (skipped.binary, "binary"),
      (skipped.ignored, "ignored by .gitignore or .ignore (use --no-ignore)"),
      (skipped.unreadable, "unreadable"),
      (skipped.special, skipped.special == 1 ? "link or special file" : "links or special files"),
    ]
    let shown = reasons.filter { $0.0 > 0 }.map { "\(NumberFormat.grouped($0.0)) \($0.1)" }
    return "skipped: " + shown.joined(separator: ", ")
  }
}
