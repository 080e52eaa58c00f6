internal import Basics

/// The URL of an item, optionally with the search that found it.
///
///     let link = try ItemLink(parsing: "searchbench://notes/a%2Fb?query=white%20whale")
///     link.id           // a/b
///     link.description  // the same URL again
public struct ItemLink: Hashable, Sendable {
  /// The name of the catalog, which is case-sensitive.
  public let catalog: String

  /// The id of the item, which is not empty.
  public let id: String

  /// The text of the search.
  public let query: String?

  /// The strategy of the search.
  public let strategy: String?

  /// Creates a link.
  ///
  /// - Precondition: `catalog` is a valid name of a catalog, and `id` is not empty.
  public init(catalog: String, id: String, query: String? = nil, strategy: String? = nil) {
    precondition(CatalogName.problem(of: catalog) == nil, "this name is not valid for a catalog")
    precondition(!id.isEmpty, "an item has an id")
    self.catalog = catalog
    self.id = id
    self.query = query
    self.strategy = strategy
  }

  /// Parses `searchbench://NAME/ID?query=TEXT&strategy=NAME`.
  ///
  /// The id extends from the slash after the catalog's name to the question mark, and may contain
  /// slashes. Percent escapes such as `%2F` are decoded; a plus sign is not decoded to a space.
  /// Unknown parameters are ignored; if a parameter is repeated, its first value is used.
  ///
  /// - Throws: `ItemLinkError`.
  public init(parsing text: String) throws(ItemLinkError) {
    guard let rest = Self.rest(of: text) else { throw .otherScheme }
    if rest.utf8.contains(UInt8(ascii: "#")) { throw .fragment }
    let parts = rest.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let place = parts[0].split(
      separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(Substring(place[0]))
    if let problem = CatalogName.problem(of: name) { throw .badCatalog(sentence: problem) }
    guard place.count == 2, !place[1].isEmpty else { throw .missingID }
    catalog = name
    id = try Self.decoded(Substring(place[1]), of: "id")
    var search: (query: String?, strategy: String?)
    for parameter in parts.count == 2 ? parts[1].split(separator: UInt8(ascii: "&")) : [] {
      let pair = parameter.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let value = pair.count == 2 ? Substring(pair[1]) : ""
      if search.query == nil, pair[0].elementsEqual("query".utf8) {
        search.query = try Self.decoded(value, of: "query")
      } else if search.strategy == nil, pair[0].elementsEqual("strategy".utf8) {
        search.strategy = try Self.decoded(value, of: "strategy")
      }
    }
    (query, strategy) = search
  }

  private static let scheme = "searchbench://"

  /// The text after `searchbench://`; nil if `text` has another scheme.
  private static func rest(of text: String) -> Substring? {
    let length = scheme.utf8.count
    // RFC 3986: schemes are case-insensitive. `| 0x20` converts ASCII letters to lower case.
    guard text.utf8.count >= length,
      zip(text.utf8, scheme.utf8).allSatisfy({ $0 == $1 || letters ~= $1 && $0 | 0x20 == $1 })
    else { return nil }
    return Substring(text.utf8.dropFirst(length))
  }

  private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

  private static func decoded(
    _ text: Substring, of part: String
  ) throws(ItemLinkError) -> String {
    do throws(PercentEncoding.Failure) {
      return try PercentEncoding.decoded(text)
    } catch {
      switch error {
      case .badEscape(let escape): throw .badEscape(escape, part: part)
      case .notText: throw .notText(part: part)
      }
    }
  }
}

extension ItemLink: CustomStringConvertible {
  /// The URL of the item; the id and the search are percent-encoded, except letters, digits and
  /// `-._~`.
  public var description: String {
    var parameters: [String] = []
    if let query { parameters.append("query=" + PercentEncoding.encoded(query)) }
    if let strategy { parameters.append("strategy=" + PercentEncoding.encoded(strategy)) }
    let search = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    return "\(Self.scheme)\(catalog)/\(PercentEncoding.encoded(id))\(search)"
  }
}
