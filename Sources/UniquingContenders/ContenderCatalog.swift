/// The list of contenders, which are implementations that remove duplicates.
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

  /// The contender with this name; nil if there is no such contender.
  package static func named(_ name: String) -> UniquingContender? {
    all.first { $0.name == name }
  }
}
