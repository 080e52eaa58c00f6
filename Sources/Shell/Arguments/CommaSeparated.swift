extension [String] {
  /// The strings, separated by commas and spaces.
  ///
  /// Unlike `joined(separator:)`, this property does not cause the Swift runtime to search all
  /// protocol conformances of the program (DECISIONS.md, 75).
  var commaSeparated: String {
    var text = ""
    for (index, part) in enumerated() { text += index == 0 ? part : ", " + part }
    return text
  }
}
