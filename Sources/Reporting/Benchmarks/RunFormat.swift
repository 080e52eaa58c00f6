public import Benchmarking

/// A form in which runs of benchmarks, and tables about them, are written.
public protocol RunFormat: Sendable {
  /// What `--format` takes.
  var name: String { get }

  /// Writes a run with its statistics; `style` is nil for a file or a pipe.
  ///
  /// - Throws: What writing throws.
  func write(
    _ run: BenchmarkRun, style: TerminalStyle?, to output: any Output
  ) throws(OutputError)

  /// Writes a table of values.
  ///
  /// - Throws: What writing throws.
  func write(
    _ sheet: DataSheet, style: TerminalStyle?, to output: any Output
  ) throws(OutputError)
}

extension RunFormat {
  /// Writes aligned columns, with the remarks under them.
  ///
  /// - Throws: What writing throws.
  public func write(
    _ sheet: DataSheet, style: TerminalStyle?, to output: any Output
  ) throws(OutputError) {
    for line in sheet.lines(style) { try output.writeLine(line) }
  }
}

/// All forms in which runs are written.
public enum RunFormatCatalog {
  /// In the order of the help; to add one, write its file and its line here.
  public static let all: [any RunFormat] = [
    TableRunFormat(),
    CSVRunFormat(),
    JSONRunFormat(),
    MarkdownRunFormat(),
  ]

  /// The format of this name; nil if there is none.
  public static func named(_ name: String) -> (any RunFormat)? { all.first { $0.name == name } }
}
