internal import UnicodeText

/// The list of result encoders.
package enum EncoderCatalog {
  /// All encoders, in the order the help lists them; register a new encoder here.
  package static let all: [any ResultEncoder] = [
    HitsEncoder(),
    TableEncoder(),
    ListEncoder(),
    DelimitedEncoder.csv,
    DelimitedEncoder.tsv,
    JSONEncoder(),
    JSONLinesEncoder(),
    MarkdownEncoder(),
    CountEncoder(),
    NoneEncoder(),
  ]

  /// The encoders' names, in the same order.
  package static var names: [String] { all.map(\.name) }

  /// The encoder with this name.
  ///
  /// - Throws: `unknownFormat` with the most similar name.
  package static func named(_ name: String) throws(OutputError) -> any ResultEncoder {
    if let encoder = all.first(where: { $0.name == name }) { return encoder }
    throw .unknownFormat(name, nearest: Nearest.match(name, among: names))
  }

  /// The name of the encoder whose `fileExtensions` contain the path's extension; csv if there is
  /// none.
  package static func format(forFile path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "csv" }
    let suffix = name[name.utf8.index(after: dot)...].lowercased()
    return all.first { $0.fileExtensions.contains(suffix) }?.name ?? "csv"
  }
}
