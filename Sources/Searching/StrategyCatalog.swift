internal import UnicodeText

/// All search strategies.
package enum StrategyCatalog {
  package static let all: [any SearchStrategy] = [
    SubstringStrategy(),
    TokenPrefixStrategy(),
    BooleanStrategy(),
    RegexStrategy(),
  ]

  /// The strategy with this name; `nil` if there is none.
  package static func named(_ name: String) -> (any SearchStrategy)? {
    all.first { $0.name == name }
  }

  /// The strategy with this name.
  ///
  /// - Throws: `unknownStrategy` if no strategy has this name; the error contains the nearest name.
  static func strategy(named name: String) throws(QueryError) -> any SearchStrategy {
    if let strategy = named(name) { return strategy }
    throw QueryError(
      .unknownStrategy(name, nearest: Nearest.match(name, among: all.map(\.name))))
  }
}
