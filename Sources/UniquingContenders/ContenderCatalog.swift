/// The list of contenders: implementations that remove duplicates and keep the first of equal
/// elements.
package enum ContenderCatalog {
  package static let all: [UniquingContender] = [
    .arrayContains,
    .appendIfUnique,
    .setThenArray,
    .setAndArray,
    .uniqueArray,
    .uniqueArrayUnspecialized,
    .orderedSet,
    .treeSet,
    .sortedArray,
    .dictionaryIndex,
    .bitSet,
    .uniqued,
  ]

  /// The contender with this name, or nil.
  package static func named(_ name: String) -> UniquingContender? {
    all.first { $0.name == name }
  }
}
