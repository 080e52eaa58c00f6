internal import UnicodeText

/// The meanings of "matches" there are.
package enum StrategyCatalog {
  package static let all: [any SearchStrategy] = [
    SubstringStrategy(),
    TokenPrefixStrategy(),
    BooleanStrategy(),
    RegexStrategy(),
  ]

  /// The strategy with the name.
  package static func named(_ name: String) -> (any SearchStrategy)? {
    all.first { $0.name == name }
  }

  /// The strategy with the name.
  ///
  /// - Throws: `unknownStrategy`, with the nearest name.
  static func strategy(named name: String) throws(QueryError) -> any SearchStrategy {
    if let strategy = named(name) { return strategy }
    throw QueryError(
      .unknownStrategy(name, nearest: Nearest.match(name, among: all.map(\.name))))
  }
}
