public import Basics

/// Something to be found: what is known of it, where it belongs, and until when it is of use.
///
///     var item = CatalogItem(id: "msg-17", domain: "mail.inbox")
///     item.attributes.title = "Whales"
///     item.content = .file("/home/u/mail/17.txt")
public struct CatalogItem: Hashable, Sendable {
  /// What tells the item from the others of its catalogue; nil to have one made.
  ///
  /// Any text of 1 to 4,096 bytes. Ids are told apart by their bytes: letters with a mark and the same as one sign are
  /// different.
  public var id: String?

  /// The group that the item belongs to, in parts from the largest to the smallest: `account.mailbox`.
  ///
  /// At most 1,024 bytes; empty where it belongs to none.
  public var domain: String

  /// What is known of the item.
  public var attributes: ItemAttributes

  /// From when on the item is of no use and may go; nil if it stays until it is deleted.
  public var expires: UTCTime?

  /// Where the item was read from.
  public var origin: Origin?

  /// The text to search in, besides the attributes.
  public var content: Content?

  public init(
    id: String? = nil, domain: String = "", attributes: ItemAttributes = ItemAttributes(),
    expires: UTCTime? = nil, origin: Origin? = nil, content: Content? = nil
  ) {
    self.id = id
    self.domain = domain
    self.attributes = attributes
    self.expires = expires
    self.origin = origin
    self.content = content
  }

  /// The file that an item was read from.
  public struct Origin: Hashable, Sendable {
    public var path: String

    /// Counted from 1.
    public var line: Int

    public init(path: String, line: Int) {
      self.path = path
      self.line = line
    }
  }

  /// The text of an item, or where it is.
  ///
  /// A file or folder is read when the item is indexed, and the item waits for it: it is found by all of its text or,
  /// until then, not at all.
  public enum Content: Hashable, Sendable {
    case text(String)

    /// The path of a file of text.
    case file(String)

    /// The path of a folder, whose files of text are taken together.
    case folder(String)
  }
}
