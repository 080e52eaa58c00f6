/// Why a string is not the URL of an item.
public enum ItemLinkError: Error, Equatable, Sendable {
  /// The string does not start with `searchbench://`.
  case otherScheme

  /// The catalog's name is invalid; the associated sentence says why.
  case badCatalog(sentence: String)

  /// There is no id after the catalog's name.
  case missingID

  /// There is a fragment (`#`), which the URL of an item must not have.
  case fragment

  /// A percent sign is not followed by two hexadecimal digits; `part` is `id`, `query` or
  /// `strategy`.
  case badEscape(String, part: String)

  /// The percent-decoded bytes of `part` (`id`, `query` or `strategy`) are not valid UTF-8.
  case notText(part: String)
}

extension ItemLinkError: CustomStringConvertible {
  public var description: String { message }

  /// The error as a lower-case sentence that names the location and the remedy.
  public var message: String {
    switch self {
    case .otherScheme: "this is not an item URL: write it like searchbench://NAME/ID"
    case .badCatalog(let sentence): sentence
    case .missingID: "the URL names no item: write it like searchbench://NAME/ID"
    case .fragment: "an item URL cannot have a part after '#': write %23 for the character #"
    case .badEscape(let escape, let part):
      "'\(escape)' in the \(part) of the URL is not a percent escape: write %25 for a percent sign"
    case .notText(let part):
      "the percent escapes in the \(part) of the URL are not UTF-8: encode the \(part) as UTF-8"
    }
  }
}
