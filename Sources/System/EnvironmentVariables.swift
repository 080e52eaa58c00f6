/// Environment variables, by name.
///
/// The variables are in an array. Usually, there are about 30 variables, and the program looks up
/// only a few of them. The first use of a generic dictionary would take longer than these lookups.
package struct EnvironmentVariables: Sendable {
  /// The variables as `NAME=VALUE`, with each name only once.
  package private(set) var entries: [String]

  /// Creates the list from strings such as `NAME=VALUE`; if a name is repeated, its first value is
  /// used, as with `getenv`.
  package init(entries: [String]) {
    self.entries = entries
  }

  /// Creates the list from names and values.
  package init(_ values: [String: String]) {
    entries = values.map { "\($0.key)=\($0.value)" }
  }

  /// The value of a variable; nil if the variable is not set.
  ///
  /// - Complexity: O(*n*), where *n* is the number of variables.
  package subscript(name: String) -> String? {
    get {
      guard let index = index(of: name) else { return nil }
      let entry = entries[index].utf8
      return String(entry[entry.index(entry.startIndex, offsetBy: name.utf8.count + 1)...])
    }
    set {
      let old = index(of: name)
      guard let newValue else {
        if let old { entries.remove(at: old) }
        return
      }
      if let old {
        entries[old] = "\(name)=\(newValue)"
      } else {
        entries.append("\(name)=\(newValue)")
      }
    }
  }

  private func index(of name: String) -> Int? {
    let wanted = name.utf8
    for index in entries.indices {
      let entry = entries[index].utf8
      // Compare bytes, because `=` and a combining mark after it form one Character.
      var place = entry.startIndex
      var isEqual = true
      for byte in wanted {
        guard place < entry.endIndex, entry[place] == byte else {
          isEqual = false
          break
        }
        entry.formIndex(after: &place)
      }
      if isEqual, place < entry.endIndex, entry[place] == UInt8(ascii: "=") { return index }
    }
    return nil
  }
}

extension EnvironmentVariables: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, String)...) {
    entries = elements.map { "\($0.0)=\($0.1)" }
  }
}
