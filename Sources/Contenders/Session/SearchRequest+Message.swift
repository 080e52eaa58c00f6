internal import ContenderFrames

extension SearchRequest {
  /// Creates the request that a message describes.
  init(_ message: SearchMessage) {
    self.init(message.text, by: message.strategy)
    grammar = message.grammar
    separators = Set(message.separators.unicodeScalars)
    caseMode = message.caseMode
    ignoresDiacritics = message.ignoresDiacritics
    trims = message.trims
    splitsCamelCase = message.splitsCamelCase
    columns = message.columns
  }
}
