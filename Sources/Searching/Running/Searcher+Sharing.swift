package import Corpora
internal import Synchronization
internal import UnicodeText

extension Searcher {
  /// Creates a searcher for a corpus that shares segments with the corpus of `previous`, for
  /// example after an edit.
  ///
  /// Segments that `previous` has folded are not folded again. The new searcher copies nothing
  /// else, and does not retain `previous`.
  ///
  /// - Complexity: O(*s*), where *s* is the number of segments in both corpora.
  package convenience init(_ corpus: Corpus, sharing previous: Searcher) {
    self.init(corpus, cutting: previous.cutting)
    let known = previous.knownFoldings
    if known.isEmpty { return }
    let places = corpus.segmentIndices(in: previous.corpus)
    let inherited = known.mapValues { segments in places.map { $0.flatMap { segments[$0] } } }
    kept.withLock { $0.inherited = inherited.filter { $0.value.contains { $0 != nil } } }
  }

  /// For each folding, the folded segments that this searcher has created or inherited, in the
  /// order of the corpus's segments.
  private var knownFoldings: [Folding: [Segment?]] {
    kept.withLock { kept in
      kept.inherited.merging(kept.folded.mapValues { $0.segments }) { _, made in made }
    }
  }
}
