/// All formats that can be loaded.
package enum FormatCatalog {
  package static let all: [any CorpusFormat] = [
    LinesFormat(),
    DelimitedFormat.csv,
    DelimitedFormat.tsv,
    JSONFormat(),
    JSONLinesFormat(),
  ]

  /// The values that `--type` accepts.
  package static var typeNames: [String] { ["auto"] + all.map(\.name) }

  package static func named(_ name: String) -> (any CorpusFormat)? {
    all.first { $0.name == name }
  }

  /// The format for the suffix of a file's name, ignoring a final `.gz`; nil if no format has this
  /// suffix.
  package static func format(ofFileNamed name: some StringProtocol) -> (any CorpusFormat)? {
    guard let suffix = suffix(of: name) else { return nil }
    return all.first { $0.fileExtensions.contains(suffix) }
  }

  /// The last suffix of `name` in lower case, ignoring a final `.gz`; nil if there is no suffix.
  static func suffix(of name: some StringProtocol) -> String? {
    var parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)[...]
    if parts.count > 1 && parts.last == "gz" { parts = parts.dropLast() }
    return parts.count > 1 ? parts.last.map { String($0) } : nil
  }
}
