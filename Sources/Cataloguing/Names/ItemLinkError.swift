/// Why a text is not the URL of an item.
public enum ItemLinkError: Error, Equatable, Sendable {
  /// It does not begin with `searchbench://`.
  case otherScheme

  /// No catalogue can have the name; the sentence says why.
  case badCatalog(sentence: String)

  /// Nothing stands behind the name.
  case missingID

  /// There is a part behind `#`, which the URL of an item does not have.
  case fragment

  /// A percent sign without two hexadecimal digits, in the part `id`, `query` or `strategy`.
  case badEscape(String, part: String)

  /// The escapes of the part are not UTF-8.
  case notText(part: String)
}

extension ItemLinkError: CustomStringConvertible {
  public var description: String { message }

  /// One lower-case sentence with the place and the remedy.
  public var message: String {
    switch self {
    case .otherScheme: "this is no URL of an item: write it like searchbench://NAME/ID"
    case .badCatalog(let sentence): sentence
    case .missingID: "the URL names no item: write it like searchbench://NAME/ID"
    case .fragment: "the URL of an item has no part behind '#': write %23 for the sign itself"
    case .badEscape(let escape, let part):
      "'\(escape)' in the \(part) of the URL is no escape: write %25 for a percent sign"
    case .notText(let part): "the escapes in the \(part) of the URL are not UTF-8: encode it anew"
    }
  }
}
