package import Corpora
internal import Synchronization
internal import UnicodeText

extension Searcher {
  /// Searches a corpus that shares text with another's, as after an edit: what that searcher has folded
  /// of it is not folded again.
  ///
  /// Nothing else is taken over, and `previous` is not kept.
  ///
  /// - Complexity: O(*s*) in segments of both.
  package convenience init(_ corpus: Corpus, sharing previous: Searcher) {
    self.init(corpus, cutting: previous.cutting)
    let known = previous.knownFoldings
    if known.isEmpty { return }
    let places = corpus.placesOfSegments(in: previous.corpus)
    let inherited = known.mapValues { segments in places.map { $0.flatMap { segments[$0] } } }
    kept.withLock { $0.inherited = inherited.filter { $0.value.contains { $0 != nil } } }
  }

  /// For each folding, the folded segments that are there or were inherited, at the places of the corpus's.
  private var knownFoldings: [Folding: [Segment?]] {
    kept.withLock { kept in
      kept.inherited.merging(kept.folded.mapValues { $0.segments }) { _, made in made }
    }
  }
}
