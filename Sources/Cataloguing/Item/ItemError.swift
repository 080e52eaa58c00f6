/// Why an item is invalid.
public enum ItemError: Error, Equatable, Sendable {
  /// The id is empty.
  case emptyID

  /// The id has more than `CatalogItem.idLimit` bytes.
  case longID(bytes: Int)

  /// The domain starts or ends with a dot, or has two dots in a row.
  case emptyDomainPart(String)

  /// The domain has more than `CatalogDomain.limit` bytes.
  case longDomain(bytes: Int)

  /// The name of an attribute is empty.
  case emptyAttributeName

  /// The name of an attribute has more than `CatalogItem.nameLimit` bytes.
  case longAttributeName(bytes: Int)

  /// An attribute has the name of a standard field.
  case reservedAttributeName(String)

  /// Two attributes have this name.
  case repeatedAttributeName(String)

  /// The path of a file or folder is empty or contains a NUL byte.
  case badContentPath(String)

  /// The line number of the origin is less than 1.
  case badOriginLine(Int)
}

extension ItemError: CustomStringConvertible {
  public var description: String { message }

  /// The error as a lower-case sentence that names the remedy.
  public var message: String {
    switch self {
    case .emptyID: "the id of an item is empty: give an id, or omit it to get a new id"
    case .longID(let bytes):
      "the id of an item has \(bytes) bytes; the maximum is \(CatalogItem.idLimit)"
    case .emptyDomainPart(let domain):
      "the domain '\(Self.shortened(domain))' has an empty part: write it like account.mailbox"
    case .longDomain(let bytes):
      "the domain of an item has \(bytes) bytes; the maximum is \(CatalogDomain.limit)"
    case .emptyAttributeName: "an attribute of an item has no name: give it one"
    case .longAttributeName(let bytes):
      "the name of an attribute has \(bytes) bytes; the maximum is \(CatalogItem.nameLimit)"
    case .reservedAttributeName(let name):
      "\(name) is a standard field of all items: rename the attribute, such as to field.\(name)"
    case .repeatedAttributeName(let name):
      "the item has the attribute '\(Self.shortened(name))' twice: give it once, or rename one"
    case .badContentPath(""): "the path of the item's content is empty: name a file or a folder"
    case .badContentPath(let path):
      "the path of the item's content contains a NUL byte: '\(Self.shortened(path))'"
    case .badOriginLine(let line):
      "the line of the item's origin is \(line), but lines are numbered from 1"
    }
  }

  private static func shortened(_ text: String) -> String {
    text.unicodeScalars.count > 60 ? String(text.unicodeScalars.prefix(60)) + "…" : text
  }
}
