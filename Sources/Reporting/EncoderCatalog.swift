internal import UnicodeText

/// All ways to write results.
public enum EncoderCatalog {
  /// In the order of the help; to add one, write its file and its line here.
  public static let all: [any ResultEncoder] = [
    HitsEncoder(),
    TableEncoder(),
    ListEncoder(),
    CSVEncoder(),
    TSVEncoder(),
    JSONEncoder(),
    JSONLinesEncoder(),
    MarkdownEncoder(),
    CountEncoder(),
    NoneEncoder(),
  ]

  /// The names, in the same order.
  public static var names: [String] { all.map(\.name) }

  /// The encoder of this name.
  ///
  /// - Throws: `unknownFormat` with the nearest name.
  public static func named(_ name: String) throws(OutputError) -> any ResultEncoder {
    if let encoder = all.first(where: { $0.name == name }) { return encoder }
    throw .unknownFormat(name, nearest: Nearest.match(name, among: names))
  }

  /// The name of the format for a file: that of the encoder which claims its suffix, else csv.
  public static func format(forFile path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "csv" }
    let suffix = name[name.index(after: dot)...].lowercased()
    return all.first { $0.fileExtensions.contains(suffix) }?.name ?? "csv"
  }
}
