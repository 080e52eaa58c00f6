internal import Basics

extension Form {
  /// The words without the options `names` and their values, for another process of the program.
  ///
  /// The words must be valid: `parse` must have accepted them.
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
        // The first option of the word that takes a value takes the rest of the word, or the next word.
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
