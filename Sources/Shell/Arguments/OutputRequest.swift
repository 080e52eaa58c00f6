/// The options for output and reports, which all commands of the program share.
struct OutputRequest: Equatable {
  var output: String?
  var force = false
  var raw = false
  var progress = "auto"
  var verbose = false

  static let parameters: [Parameter<OutputRequest>] =
    [
      .option(
        "--output", value: "FILE", kind: .files,
        help: "Write results to this file; its suffix chooses the format.",
        change: { $0.output = $1 }),
      .flag("--force", help: "Replace an existing output file.", change: { $0.force = true }),
      .flag(
        "--raw", help: "Write control characters of the corpus to the terminal unescaped.",
        change: { $0.raw = true }),
    ] + reports

  /// The options for progress and messages, which also apply to commands without results.
  static let reports: [Parameter<OutputRequest>] = [
    .option(
      "--progress", value: "HOW", kind: .cases(ProgressStyle.self),
      help: "Show progress: auto, plain or never.", change: { $0.progress = $1 }),
    .flag(
      "--verbose", help: "Report loads, timing and warnings on standard error.",
      change: { $0.verbose = true }),
  ]
}
