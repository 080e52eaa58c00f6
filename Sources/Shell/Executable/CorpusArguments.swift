internal import ArgumentParser

/// `searchbench corpus generate zipf|weblog`.
struct CorpusGenerateArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "searchbench corpus generate",
    abstract: "Write a synthetic corpus: the same kind, size and seed give the same bytes.")

  @Argument(help: "zipf (6-12 tokens a record) or weblog (server log lines).")
  var kind: String

  @Option(help: "How many records; k and M are thousands and millions.")
  var records: String = "1000000"

  @Option(help: "The seed.")
  var seed: UInt64 = 1

  @OptionGroup var common: CommonArguments
}

/// `searchbench corpus info FILE...`.
struct CorpusInfoArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "searchbench corpus info",
    abstract: "Describe a corpus: records, fields, bytes, tokens, alphabets, SHA-256.")

  @Argument(help: "Files, folders, or - for standard input.")
  var files: [String]

  @Option(name: .customLong("field"), help: "Keep only this field (repeat for more).")
  var fields: [String] = []

  @OptionGroup(title: "Load options") var load: LoadArguments
  @OptionGroup var common: CommonArguments
}
