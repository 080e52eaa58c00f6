/// A few named values, in the order in which their names were added.
///
/// The values are in a list, not in a dictionary. At startup, all lookups in the list together are
/// faster than creating one dictionary of a new type (DECISIONS.md, 75).
struct NamedValues<Value> {
  private var entries: [(name: String, value: Value)] = []

  init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// The value with a name; `nil` if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  subscript(name: String) -> Value? {
    get {
      for entry in entries where entry.name == name { return entry.value }
      return nil
    }
    set {
      for index in entries.indices where entries[index].name == name {
        if let newValue { entries[index].value = newValue } else { entries.remove(at: index) }
        return
      }
      if let newValue { entries.append((name, newValue)) }
    }
  }
}

extension NamedValues: Sendable where Value: Sendable {}

extension NamedValues: Equatable where Value: Equatable {
  /// Whether both contain the same names with equal values, in any order.
  static func == (one: Self, other: Self) -> Bool {
    one.entries.count == other.entries.count
      && one.entries.allSatisfy { other[$0.name] == $0.value }
  }
}
