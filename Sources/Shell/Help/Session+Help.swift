internal import Reporting

extension Session {
  /// `:help`: the list, the pages of a name, or the lines that have all the words.
  func help(_ words: [String]) throws {
    try console.writePaged(Help.text(words), settings: settings)
  }
}
