/// An item to index: its id, domain, attributes, content and expiry.
///
///     var item = CatalogItem(id: "msg-17", domain: "mail.inbox")
///     item.attributes.title = "Whales"
///     item.content = .file("/home/u/mail/17.txt")
public struct CatalogItem: Hashable, Sendable {
  /// The item's unique id within its catalog; nil to generate an id.
  ///
  /// An id is any string of 1 to 4,096 bytes. Ids are compared bytewise, so strings in different
  /// Unicode normalization forms are different ids.
  public var id: String?

  /// The domain (group) of the item, such as `account.mailbox`, with the most general level first.
  ///
  /// A domain has at most 1,024 bytes; an empty domain means no group.
  public var domain: String

  /// The attributes of the item.
  public var attributes: ItemAttributes

  /// When the item expires; nil for never.
  ///
  /// A snapshot taken after this time does not contain the item, and the item can be deleted.
  public var expires: Timestamp?

  /// The file that the item was read from.
  public var origin: Origin?

  /// The text to search in addition to the attributes.
  public var content: Content?

  /// Creates an item; every parameter is optional.
  public init(
    id: String? = nil, domain: String = "", attributes: ItemAttributes = ItemAttributes(),
    expires: Timestamp? = nil, origin: Origin? = nil, content: Content? = nil
  ) {
    self.id = id
    self.domain = domain
    self.attributes = attributes
    self.expires = expires
    self.origin = origin
    self.content = content
  }

  /// The file and line that an item was read from.
  public struct Origin: Hashable, Sendable {
    /// The path of the file.
    public var path: String

    /// The line number, from 1.
    public var line: Int

    /// Creates an origin.
    public init(path: String, line: Int) {
      self.path = path
      self.line = line
    }
  }

  /// The text of an item, or the path of the file or folder that contains the text.
  ///
  /// A file or folder is read when the item is indexed, and indexing waits until the text is read.
  /// A search never finds an item whose text was read only in part.
  public enum Content: Hashable, Sendable {
    /// The text itself.
    case text(String)

    /// The path of a text file.
    case file(String)

    /// The path of a folder, whose text files are concatenated.
    case folder(String)
  }
}
