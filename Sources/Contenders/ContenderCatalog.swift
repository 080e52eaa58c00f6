/// The list of contenders.
enum ContenderCatalog {
  /// All contenders; to add a contender, conform to `Contender` and list the type here.
  static let all: [any Contender] = [
    StringContains(),
    RangeOf(),
    StringSearch(),
    RegexVerbatim(),
    SplitSortConsume(),
    PrefixTest(isAnchored: true),
    PrefixTest(isAnchored: false),
    NodeTree(),
    FoundationRegularExpression(),
    SwiftRegex(),
  ]
}
