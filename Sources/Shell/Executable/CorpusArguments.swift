internal import Corpora

/// The arguments of `searchbench corpus generate zipf|weblog`.
struct CorpusGenerateArguments: Arguments {
  var kind = ""
  var records = "1000000"
  var seed: UInt64 = 1
  var common = OutputRequest()

  static let form = Form<Self>(
    "corpus generate", "write a synthetic corpus: the same kind, size and seed give the same bytes",
    [
      .argument(
        "KIND", kind: .cases(CorpusGenerator.Kind.self),
        help: "zipf (6-12 tokens per record) or weblog (server log lines).",
        change: { $0.kind = $1 }),
      .option(
        "--records", value: "N", help: "The number of records; k is thousands, M is millions.",
        change: { $0.records = $1 }),
      .option("--seed", value: "N", help: "The seed of the random numbers.") {
        guard let seed = UInt64($1) else { throw ArgumentProblem.takes("a whole number from 0") }
        $0.seed = seed
      },
    ], .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output"))
}

/// The arguments of `searchbench corpus info FILE...`.
struct CorpusInfoArguments: Arguments {
  var files: [String] = []
  var fields: [String] = []
  var load = LoadRequest()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "corpus info", "describe a corpus: records, fields, bytes, tokens, alphabets, SHA-256",
    [
      .rest(
        "FILE", kind: .files, isRequired: true, help: "Files, folders, or - for standard input.",
        change: { $0.files.append($1) }),
      .list(
        "--field", value: "FIELD", help: "Keep only this field (can be repeated).",
        change: { $0.fields.append($1) }),
    ], .group(LoadRequest.parameters, in: { try $1(&$0.load) }, "Load options"),
    .group(SettingRequest.parametersOfFormattedReports, in: { try $1(&$0.settings) }, "Settings"),
    .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output"))
}
