public import Corpora

/// How the files of a source become items; kept with the source, so that a refresh does it the same way.
public struct SourceOptions: Hashable, Sendable {
  /// What one item is made of.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Plain text files found in a folder are an item each; every record of all other files is one.
    case auto
    case record
    case file
  }

  /// The domain of the items; the empty one is none.
  public var domain = ""

  public var unit = Unit.auto

  /// The field whose value is an item's id; without one ids are made, and kept for as long as the record stays as it is.
  public var idField: String?

  /// The field that is the title; without one that named `title`, and the text of plain lines.
  public var titleField: String?

  /// The field whose lines are the keywords; without one that named `keywords`.
  public var keywordsField: String?

  /// When items expire, in seconds since 1970.
  public var expires: Int?

  /// How long items live after they were last read, in seconds.
  public var timeToLive: Int?

  /// How files are read; name, `computesSHA256` and `skipsUnreadable` make no difference.
  public var load = LoadOptions()

  public init() {}
}
