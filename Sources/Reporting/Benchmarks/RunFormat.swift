package import Benchmarking

/// An output format for benchmark runs and for tables about runs.
package protocol RunFormat: Sendable {
  /// The value of `--format` that selects this format.
  var name: String { get }

  /// Writes a run with its statistics.
  ///
  /// `style` is nil if the output is a file or a pipe.
  ///
  /// - Throws: The error of `output`.
  func write(
    _ run: BenchmarkRun, style: TerminalStyle?, to output: any Output
  ) throws(OutputError)

  /// Writes a table about runs, such as a list or a comparison of runs.
  ///
  /// - Throws: The error of `output`.
  func write(
    _ sheet: DataSheet, style: TerminalStyle?, to output: any Output
  ) throws(OutputError)
}

extension RunFormat {
  /// Writes a data sheet as aligned columns, with its remarks below them.
  ///
  /// - Throws: The error of `output`.
  package func write(
    _ sheet: DataSheet, style: TerminalStyle?, to output: any Output
  ) throws(OutputError) {
    for line in sheet.lines(style) { try output.writeLine(line) }
  }
}

/// The list of run formats.
package enum RunFormatCatalog {
  /// All formats, in the order in which the help lists the formats; register a new format here.
  package static let all: [any RunFormat] = [
    TableRunFormat(),
    CSVRunFormat(),
    JSONRunFormat(),
    MarkdownRunFormat(),
  ]

  /// The format named `name`; nil if there is no such format.
  package static func named(_ name: String) -> (any RunFormat)? { all.first { $0.name == name } }
}
