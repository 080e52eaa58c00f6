package import Benchmarking
internal import UnicodeText

/// Tables in GitHub Flavored Markdown, for pasting into an issue.
///
/// Control characters are escaped in the same way as for a terminal. A backslash precedes each
/// character that is special to Markdown or HTML.
package struct MarkdownRunFormat: RunFormat {
  package let name = "markdown"

  package init() {}

  package func write(
    _ run: BenchmarkRun, style: TerminalStyle?, to output: any Output
  ) throws(OutputError) {
    let report = RunReport(run)
    try output.writeLine("### " + Self.escaped(report.title))
    try output.writeLine()
    for fact in report.facts { try output.writeLine("- " + Self.escaped(fact)) }
    try write(rows: report.table, to: output)
    for section in report.sections {
      try output.writeLine()
      try output.writeLine("#### " + Self.escaped(section.heading))
      if let table = section.table { try write(table, to: output) }
      if !section.sentences.isEmpty { try output.writeLine() }
      for sentence in section.sentences {
        try output.writeLine("- " + Self.escaped(sentence.plain))
      }
    }
  }

  package func write(
    _ sheet: DataSheet, style: TerminalStyle?, to output: any Output
  ) throws(OutputError) {
    for line in sheet.title { try output.writeLine("### " + Self.escaped(line.plain)) }
    if !sheet.rows.isEmpty { try write(sheet.table, to: output) }
    if !sheet.remarks.isEmpty { try output.writeLine() }
    for line in sheet.remarks { try output.writeLine("- " + Self.escaped(line.plain)) }
  }

  /// Writes the groups of a run as one table, in which each row begins with the values of its
  /// group.
  private func write(rows table: RunTable, to output: any Output) throws(OutputError) {
    var flat = Table(
      (table.groupColumns + table.columns).map {
        .init($0.heading, alignment: $0.isNumber ? .trailing : .leading)
      })
    for group in table.groups {
      for row in group.rows { flat.append((group.cells + row).map(\.text)) }
    }
    try write(flat, to: output)
  }

  /// Writes a table, preceded by the blank line that Markdown requires.
  private func write(_ table: Table, to output: any Output) throws(OutputError) {
    var bytes = GrowableBuffer<UInt8>()
    MarkdownCells.appendHeader(
      table.columns.map { (ControlEscapes.escaped($0.heading), $0.alignment == .trailing) },
      escaping: .ofLinks, to: &bytes)
    for row in table.rows {
      for cell in row {
        MarkdownCells.append(ControlEscapes.escaped(cell.plain), escaping: .ofLinks, to: &bytes)
      }
      MarkdownCells.endRow(&bytes)
    }
    try output.writeLine()
    try output.write(bytes.text())
  }

  /// `text` on one line, with escapes that make Markdown show all characters literally.
  static func escaped(_ text: String) -> String {
    MarkdownCells.escaped(ControlEscapes.escaped(text), .ofLinks)
  }
}
