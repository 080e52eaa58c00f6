internal import Basics
internal import Reporting
internal import Terminal

extension ResultPages {
  /// `:export FILE|-`: writes the last result to a file or, for `-`, to the output for results.
  func export(
    to file: String, format: String?, _ options: EncodingOptions, mode: AtomicFile.Existing
  ) throws {
    let outcome = try cursor.last()
    let encoder = try EncoderCatalog.named(format ?? EncoderCatalog.format(forFile: file))
    var encoding = options
    encoding.isCancelled = { Signals.isCancelled }
    let summary = try write(outcome.rows, as: encoder, encoding, to: file, mode: mode)
    console.warn(ofFormulasIn: summary, options)
    if file != "-" {
      console.report(
        "\(NumberFormat.counted(summary.records, "record")) written to \(file) as \(encoder.name)")
    }
  }

  private func write(
    _ rows: ResultRows, as encoder: any ResultEncoder, _ options: EncodingOptions, to file: String,
    mode: AtomicFile.Existing
  ) throws -> EncodingSummary {
    var options = options
    if file == "-" {
      options.terminal = console.style
      return try encoder.encode(rows, options: options, to: console.output)
    }
    if mode == .append, !encoder.canAppend {
      throw OutputError.cannotAppend(format: encoder.name)
    }
    let output = try AtomicFile(file, ifExists: mode, cancellation: .signals)
    if output.keptBytes > 0 {
      options.hasHeader = false
      options.hasByteOrderMark = false
    }
    let summary = try encoder.encode(rows, options: options, to: output)
    try output.commit()
    return summary
  }

  /// `:pipe CMD`: sends the rows of the last result to a shell command, in the current format.
  func pipe(to rest: String) throws {
    let outcome = try cursor.last()
    guard !rest.isEmpty else {
      throw ShellError.usage(":pipe needs a shell command: :pipe sort | head -3")
    }
    let words = try? CommandWords(rest).words
    let command = words?.count == 1 ? words?.first?.text ?? rest : rest
    try console.flushOutput()
    try console.feed(ExternalPrograms.shell(command)) { output in
      var options = encodingOptions(terminal: nil)
      options.colorsHits = false
      try EncoderCatalog.named(workspace.settings.format)
        .encode(outcome.rows, options: options, to: output)
    }
  }
}
