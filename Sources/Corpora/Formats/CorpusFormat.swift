/// A file format: how to split text into records.
///
/// All formats are listed in `FormatCatalog.all`.
package protocol CorpusFormat: Sendable {
  /// The name of the format for `--type`.
  var name: String { get }

  /// A one-line description for the help text.
  var summary: String { get }

  /// The file name suffixes of the format, without the dot.
  var fileExtensions: [String] { get }

  /// Whether records appended to a file can be read without the earlier records.
  var continues: Bool { get }

  /// Reads all of `input`, whose first piece is already loaded, into `builder`.
  ///
  /// - Throws: an error, with its line and column if they are known; the loader adds the path.
  func read(
    _ input: inout InputWindow, into builder: inout CorpusBuilder, options: LoadOptions
  ) throws(CorpusError)
}

extension CorpusFormat {
  package var continues: Bool { false }
}
