/// A set that usually contains few names.
///
/// Up to 16 names are stored in an array, because the Swift runtime takes longer to create the
/// first `Set` of a type than a small search takes (DECISIONS.md, 75).
struct NameSet {
  private static let maximumInList = 16

  private var list: [String] = []
  private var set: Set<String>?

  /// Adds a name; returns whether it was not in the set before.
  ///
  /// - Complexity: O(1) on average.
  mutating func insert(_ name: String) -> Bool {
    if var known = set.take() {
      let isNew = known.insert(name).inserted
      set = known
      return isNew
    }
    if list.contains(name) { return false }
    list.append(name)
    if list.count > Self.maximumInList { set = Set(list) }
    return true
  }
}
