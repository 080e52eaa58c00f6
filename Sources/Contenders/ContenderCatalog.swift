/// The published ways to search.
enum ContenderCatalog {
  /// To add one: write a type that conforms to `Contender`, and list it here.
  static let all: [any Contender] = [
    StringContains(),
    RangeOf(),
    StringSearch(),
    RegexVerbatim(),
    SplitSortConsume(),
    NodeTree(),
    FoundationRegularExpression(),
    SwiftRegex(),
  ]
}
