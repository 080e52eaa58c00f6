/// The attributes of an item; all are optional and can contain any text.
public struct ItemAttributes: Hashable, Sendable {
  /// The title of the item.
  public var title: String?

  /// A sentence or paragraph that describes the item.
  public var contentDescription: String?

  /// The keywords, in the given order.
  public var keywords: [String]

  /// The type of the content, such as `text/plain` or `public.email-message`.
  public var contentType: String?

  /// The path of a picture that represents the item; the file is not read.
  public var thumbnailPath: String?

  /// The URL of the item itself.
  public var url: String?

  /// Additional attributes, in the given order, with unique names.
  public var others: [NamedAttribute]

  /// Creates attributes; every parameter is optional.
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

  /// The names of the standard fields, which `others` must not use.
  public static let reservedNames = [
    "title", "description", "keywords", "content", "type", "url", "thumbnail",
  ]
}

/// An attribute that is not a standard attribute.
public struct NamedAttribute: Hashable, Sendable {
  /// The name: at most 4,096 bytes, not empty, and not one of `ItemAttributes.reservedNames`.
  ///
  /// If `SourceOptions` names another field as the title field, a source field with the name
  /// `title` becomes the attribute `field.title`. Source fields with the names `keywords` and
  /// `content` are renamed in the same way.
  public var name: String

  /// The text of the attribute.
  public var value: String

  /// Creates an attribute.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
