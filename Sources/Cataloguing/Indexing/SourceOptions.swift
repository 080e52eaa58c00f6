public import Corpora

/// How the files of a source become items; the catalog stores these options for later refreshes.
public struct SourceOptions: Hashable, Sendable {
  /// The unit of text that becomes one item.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Each plain text file in a folder is an item; in all other files, each record is an item.
    case auto

    /// Each record is an item.
    case record

    /// Each file is an item.
    case file
  }

  /// The domain of the items; empty for none.
  public var domain = ""

  /// The unit of text that becomes one item.
  public var unit = Unit.auto

  /// The field that contains the id of an item; nil to generate ids.
  ///
  /// A record keeps its generated id while its text is unchanged.
  public var idField: String?

  /// The field that contains the title; by default, the field `title`, or the text of a plain line.
  public var titleField: String?

  /// The field whose lines are the keywords; by default, the field `keywords`.
  public var keywordsField: String?

  /// The field that contains the path of the content, which is a text file; a relative path is
  /// resolved from the folder of the source file.
  public var contentField: String?

  /// When items expire; nil for never.
  public var expires: Timestamp?

  /// How long items live after they were last read; nil for no limit.
  public var timeToLive: Duration?

  /// How the files of the source are read; the properties `name`, `computesSHA256` and
  /// `skipsUnreadable` are ignored.
  public var load = LoadOptions()

  /// Creates options with their default values.
  public init() {}
}
