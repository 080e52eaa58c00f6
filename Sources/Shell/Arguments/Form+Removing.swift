internal import Basics

extension Form {
  /// Removes the options `names` and their values from the words of a command line.
  ///
  /// The remaining words can be passed to another process of the program.
  ///
  /// `parse` must already have accepted the words.
  func removing(_ names: Set<String>, from words: [String]) -> [String] {
    let parameters = parameters
    func takesValue(_ name: String) -> Bool {
      guard let parameter = parameters.first(where: { $0.isOption(name) }) else { return false }
      if case .flag = parameter.effect { return false }
      return true
    }
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" { return kept + [word] + rest }
      var taken = [word]
      var isRemoved = false
      if word.hasPrefix("--") {
        let name = word.pieces(separatedBy: "=")[0]
        isRemoved = names.contains(name)
        if name == word, takesValue(name), let value = rest.popFirst() { taken.append(value) }
      } else if word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 {
        // If an option in this word takes a value, the value is the rest of the word after the
        // option. If the word ends with the option, the value is the next word.
        let letters = word.dropFirst()
        if let place = letters.firstIndex(where: { takesValue("-\($0)") }),
          letters.index(after: place) == letters.endIndex, let value = rest.popFirst()
        {
          taken.append(value)
        }
      }
      if !isRemoved { kept += taken }
    }
    return kept
  }
}
