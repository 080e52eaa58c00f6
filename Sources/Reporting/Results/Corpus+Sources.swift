internal import Corpora

extension Corpus {
  /// Whether all records come from one file, so that naming it in every row says nothing.
  var hasSingleSource: Bool { sources.sources.count <= 1 }
}
