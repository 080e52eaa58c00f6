/// The list of contenders that keep the first of equal elements.
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

  /// The contender with this name, or nil.
  public static func named(_ name: String) -> UniquingContender? {
    all.first { $0.name == name }
  }
}
