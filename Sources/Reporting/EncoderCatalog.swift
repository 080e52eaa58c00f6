internal import UnicodeText

/// The list of result encoders.
package enum EncoderCatalog {
  /// All encoders, in the order in which the help lists the encoders; register a new encoder here.
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

  /// The encoders' names, in the order of `all`.
  package static var names: [String] { all.map(\.name) }

  /// Finds the encoder named `name`.
  ///
  /// - Throws: `unknownFormat` with the most similar name.
  package static func named(_ name: String) throws(OutputError) -> any ResultEncoder {
    if let encoder = all.first(where: { $0.name == name }) { return encoder }
    throw .unknownFormat(name, nearest: Nearest.match(name, among: names))
  }

  /// The name of the encoder whose `fileExtensions` contain the path's extension; `csv` if no
  /// encoder matches.
  ///
  /// - Throws: `unwrittenSuffix` if the extension belongs to a known format that no encoder writes.
  package static func format(forFile path: String) throws(OutputError) -> String {
    let suffix = suffix(of: path)
    if let encoder = encoder(forSuffix: suffix) { return encoder.name }
    if unwritten.contains(suffix) { throw .unwrittenSuffix(path: path, suffix) }
    return "csv"
  }

  /// The encoder whose `fileExtensions` contain the extension; nil if there is none.
  package static func encoder(forSuffix suffix: String) -> (any ResultEncoder)? {
    all.first { $0.fileExtensions.contains(suffix) }
  }

  /// Whether the extension belongs to a known format, even if no encoder writes the format.
  package static func isKnown(suffix: String) -> Bool {
    unwritten.contains(suffix) || encoder(forSuffix: suffix) != nil
  }

  /// The first file extension of each format that has an extension, as text such as `.csv .tsv`.
  package static var suffixes: String {
    all.compactMap { $0.fileExtensions.first.map { "." + $0 } }.joined(separator: " ")
  }

  /// The extensions of common formats that no encoder writes; output to files with these extensions
  /// is refused.
  private static let unwritten = [
    "7z", "arrow", "avro", "bz2", "db", "doc", "docx", "duckdb", "feather", "gif", "gz", "htm",
    "html", "jpeg", "jpg", "odp", "ods", "odt", "orc", "parquet", "pdf", "png", "ppt", "pptx",
    "rtf", "sqlite", "sqlite3", "svg", "tar", "tgz", "xls", "xlsm", "xlsx", "xml", "xz", "yaml",
    "yml", "zip", "zst",
  ]

  /// The part of the file name after the last dot, in lower case; empty if there is no dot.
  package static func suffix(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return name[name.utf8.index(after: dot)...].lowercased()
  }
}
