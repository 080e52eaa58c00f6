/// A file format: how to split text into records.
///
/// All formats are listed in `FormatCatalog.all`.
package protocol CorpusFormat: Sendable {
  /// The name of the format for `--type`.
  var name: String { get }

  /// A phrase that describes the format, for the help topic `loading`.
  var summary: String { get }

  /// The file name suffixes of the format, without the dot.
  var fileExtensions: [String] { get }

  /// Whether appended records can be read without reading the earlier records of the file again.
  var continues: Bool { get }

  /// Reads the rest of `input` into `builder`; the first piece of `input` is already in memory.
  ///
  /// - Throws: an error, with its line and column if they are known; the loader adds the path.
  func read(
    _ input: inout InputWindow, into builder: inout CorpusBuilder, options: LoadOptions
  ) throws(CorpusError)
}

extension CorpusFormat {
  package var continues: Bool { false }
}
