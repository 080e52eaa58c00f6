/// The ways to keep the first of equal elements there are.
public enum ContenderCatalog {
  public static let all: [UniquingContender] = [
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

  /// The contender with the name.
  public static func named(_ name: String) -> UniquingContender? {
    all.first { $0.name == name }
  }
}
