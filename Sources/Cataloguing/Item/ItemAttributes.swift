/// What is known of an item; everything may be missing, and any text may stand everywhere.
public struct ItemAttributes: Hashable, Sendable {
  public var title: String?

  /// A sentence or a paragraph about the item.
  public var contentDescription: String?

  /// In the order given.
  public var keywords: [String]

  /// The kind of the content, such as `text/plain` or `public.email-message`.
  public var contentType: String?

  /// The path of a picture that stands for the item; it is not read.
  public var thumbnailPath: String?

  /// Where the item itself is.
  public var url: String?

  /// Whatever else is known, in the order given, each name once.
  public var others: [NamedAttribute]

  public init(
    title: String? = nil, contentDescription: String? = nil, keywords: [String] = [],
    contentType: String? = nil, thumbnailPath: String? = nil, url: String? = nil,
    others: [NamedAttribute] = []
  ) {
    self.title = title
    self.contentDescription = contentDescription
    self.keywords = keywords
    self.contentType = contentType
    self.thumbnailPath = thumbnailPath
    self.url = url
    self.others = others
  }

  /// The names of the fields that every item has, which `others` cannot have.
  public static let reservedNames = [
    "title", "description", "keywords", "content", "type", "url", "thumbnail",
  ]
}

/// An attribute beyond those that every item has.
public struct NamedAttribute: Hashable, Sendable {
  /// At most 4,096 bytes, not empty, and none of `ItemAttributes.reservedNames`: a field of its own that is called so is
  /// named `field.title`.
  public var name: String

  public var value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
