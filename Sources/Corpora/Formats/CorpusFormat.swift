/// A way to split text into records, listed in `FormatCatalog.all`.
package protocol CorpusFormat: Sendable {
  /// What `--type` calls it.
  var name: String { get }

  /// One line for help.
  var summary: String { get }

  /// The suffixes of its files, without the dot.
  var fileExtensions: [String] { get }

  /// Reads all of `input`, whose first piece is waiting, into `builder`.
  ///
  /// - Throws: what is wrong, with line and column where they are known; the loader adds the path.
  func read(
    _ input: inout InputWindow, into builder: inout CorpusBuilder, options: LoadOptions
  ) throws(CorpusError)
}
