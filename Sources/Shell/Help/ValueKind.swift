internal import Basics
internal import Benchmarking
internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching
internal import UniquingContenders

/// What the value of an option or an argument can be, for the completions of shells.
enum ValueKind: Equatable {
  /// One of some words.
  case words([String])
  case files
  /// Nothing that can be guessed.
  case text

  /// What an option or argument of a form takes.
  init(_ option: CommandForm.Option, of form: CommandForm) {
    let name = option.names.last ?? ""
    let measures = ["bench", "runs", "compare", "catalog list", "catalog status"].contains {
      form.name.hasPrefix($0)
    }
    if option.isPositional {
      self = Self.argument(name, of: form)
    } else if name == "--format" {
      self = .words(measures ? RunFormatCatalog.all.map(\.name) : EncoderCatalog.names)
    } else if let words = Self.words[name] {
      self = .words(words())
    } else if ["-o", "--rc", "-f"].contains(name) {
      self = .files
    } else if name.hasPrefix("--"), let setting = SettingCatalog.named(String(name.dropFirst(2))),
      !setting.candidates.isEmpty
    {
      self = .words(setting.candidates.filter { !$0.contains("'") })
    } else {
      self = .text
    }
  }

  private static func argument(_ name: String, of form: CommandForm) -> ValueKind {
    switch (form.name, name) {
    case (_, "files"), (_, "file"): .files
    case ("bench unique", _): .words(["all"] + UniquingContenders.ContenderCatalog.all.map(\.name))
    case ("corpus generate", _): .words(CorpusGenerator.Kind.allCases.map(\.rawValue))
    case ("bench workload", _): .words(KnownWorkload.allCases.map(\.rawValue))
    case ("help", _): .words((SubcommandCatalog.all.map(\.name) + HelpPage.names).uniqued())
    default: .text
    }
  }

  private static let words: [String: @Sendable () -> [String]] = [
    "--type": { ["auto"] + FormatCatalog.all.map(\.name) },
    "--progress": { ProgressStyle.allCases.map(\.rawValue) },
    "--strategies": { StrategyCatalog.all.map(\.name) },
    "--paths": { ["auto"] + AccessPathCatalog.names },
    "--contenders": { ["all", "none"] },
    "--element": { ["int", "string", "int,string"] },
    "--order": { ["ascending", "random", "descending"] },
    "--each": { SourceOptions.Unit.allCases.map(\.rawValue) },
    "--completions": { CompletionScript.all.map(\.shell) },
  ]
}

extension HelpPage {
  /// The names under which help is found.
  static var names: [String] {
    CommandCatalog.all.map(\.name) + HelpTopics.all.map(\.name) + SettingCatalog.all.map(\.key)
  }
}
