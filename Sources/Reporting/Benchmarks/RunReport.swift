internal import Basics
package import Benchmarking

/// A benchmark run as a report for people: facts about the run, its table, and the conclusions.
package struct RunReport {
  let title: String

  /// Facts about the run, one per line.
  let facts: [String]
  let table: RunTable

  /// The sections below the table: notes, growth, crossovers, instructions, peak memory and the
  /// published table.
  ///
  /// Empty sections are omitted.
  let sections: [ReportSection]

  /// Creates the report; `µs` is written as `us` if `isUTF8` is false.
  ///
  /// - Complexity: Computes one `Summary` per measurement.
  package init(_ run: BenchmarkRun, isUTF8: Bool = true) {
    self.init(run, RunRow.rows(of: run), isUTF8: isUTF8)
  }

  /// Creates the report from rows that are already computed.
  ///
  /// `hasFootnotes` controls whether the notes explain the footnote marks in the rows.
  init(
    _ run: BenchmarkRun, _ rows: [RunRow], isUTF8: Bool = true, hasFootnotes: Bool = true
  ) {
    table = RunTable(run, rows, isUTF8: isUTF8)
    title = [run.experiment, run.id, run.name.map { "'\($0)'" }].compactMap { $0 }
      .joined(separator: " ")
    facts = run.facts + (table.common.isEmpty ? [] : [table.common.joined(separator: ", ")])
    let sections =
      [RunNotes(run, rows, hasFootnotes ? table.footnotes : Footnotes()).section]
      + GrowthReport(run, rows).sections
      + [
        ResourceReport.instructions(run, rows).section,
        ResourceReport.peakMemory(run, rows).section,
        PublishedReport(run, rows, isUTF8: isUTF8).section,
      ]
    self.sections = sections.filter { !$0.isEmpty }
  }

  /// The report as lines for a terminal or a text file.
  package func lines(_ style: TerminalStyle?) -> [String] {
    var lines = [StyledText(title, .heading).rendered(style)]
    lines += facts.map { StyledText($0, .dimmed).rendered(style) }
    lines += [""] + tableLines(style)
    for section in sections { lines += [""] + section.lines(style) }
    return lines
  }

  /// The table with a title above each group; all groups share the same column widths.
  private func tableLines(_ style: TerminalStyle?) -> [String] {
    if table.groups.isEmpty { return ["nothing was measured"] }
    var all = Table(
      table.columns.map { .init($0.heading, alignment: $0.isNumber ? .trailing : .leading) })
    for row in table.groups.flatMap(\.rows) { all.append(row.map(\.text)) }
    let droppable = table.columns.indices.filter { table.columns[$0].isDroppable }
    var rest = all.dropping(droppable, for: style).lines(style)[...]
    var lines = Array(rest.prefix(1))
    rest = rest.dropFirst()
    for group in table.groups {
      if !group.title.isEmpty { lines.append(StyledText(group.title, .heading).rendered(style)) }
      lines += rest.prefix(group.rows.count)
      rest = rest.dropFirst(group.rows.count)
    }
    return lines
  }
}

extension BenchmarkRun {
  /// The command, time, machine, system, program and corpora, one line each; unknown facts are
  /// omitted.
  var facts: [String] {
    let machine = [
      environment.processor, NumberFormat.counted(environment.cores, "core"),
      environment.quota.map { "quota \(NumberFormat.exact($0))" },
      environment.memoryBytes.map { NumberFormat.bytes($0) },
      environment.load.map { "load \(NumberFormat.fixed($0, decimals: 2))" },
    ]
    let system = [environment.system, environment.kernel]
    let commit = environment.commit.map { " (\($0))" } ?? ""
    let program = [
      "searchbench \(environment.version)\(commit)", "Swift \(environment.swift)",
      environment.optimization,
    ]
    let corpora = corpora.map { corpus in
      "corpus \(corpus.name): \(NumberFormat.counted(corpus.records, "record")), "
        + NumberFormat.bytes(corpus.bytes)
        + (corpus.sha256.map { ", SHA-256 \($0.prefix(12))" } ?? "")
    }
    let command =
      arguments.isEmpty ? [] : ["command: " + Self.shellWords(["searchbench"] + arguments)]
    let lines = [
      command, ["\(time)", "seed \(seed)"] + invocationCount, machine.compactMap { $0 },
      system.compactMap { $0 },
      program,
    ]
    return lines.map { $0.filter { !$0.isEmpty }.joined(separator: ", ") }
      .filter { !$0.isEmpty } + corpora
  }

  /// The number of invocations as an array of one string; the array is empty if there was only one
  /// invocation.
  private var invocationCount: [String] {
    let count = invocations.count
    return count > 1 ? [NumberFormat.counted(count, "invocation")] : []
  }

  /// The arguments as a shell command line; arguments with special characters are quoted.
  private static func shellWords(_ words: [String]) -> String {
    words.map { word in
      let isPlain =
        !word.isEmpty
        && word.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
          default: "-_./,:=+@%".utf8.contains(byte)
          }
        }
      return isPlain ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }.joined(separator: " ")
  }
}
