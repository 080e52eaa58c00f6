package import Corpora
internal import Synchronization
package import UnicodeText

extension Searcher {
  /// Creates a searcher for a corpus that shares segments with the corpus of `previous`, for
  /// example after an edit.
  ///
  /// Segments that `previous` has folded are not folded again. The new searcher reuses nothing else
  /// of `previous`, and does not retain it.
  ///
  /// - Complexity: O(*s*), where *s* is the total number of segments of the two corpora.
  package convenience init(_ corpus: Corpus, sharing previous: Searcher) {
    self.init(corpus, cutting: previous.cutting)
    let known = previous.knownFoldings
    if known.isEmpty { return }
    let places = corpus.segmentIndices(in: previous.corpus)
    let inherited = known.mapValues { segments in places.map { $0.flatMap { segments[$0] } } }
    kept.withLock { $0.inherited = inherited.filter { $0.value.contains { $0 != nil } } }
  }

  /// Creates a searcher for a corpus whose folded text is known.
  ///
  /// - Complexity: O(1).
  package convenience init(_ corpus: Corpus, folded: FoldedCorpus) {
    self.init(corpus)
    kept.withLock { $0.folded[folded.folding] = folded }
  }

  /// The folded text of the corpus; `nil` if `isCancelled` returned `true`.
  ///
  /// The folded text is kept for later queries.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of text; O(1) if the text was already
  ///   folded.
  package func foldedText(
    _ folding: Folding, threads: Int, isCancelled: () -> Bool
  ) -> FoldedCorpus? {
    foldedCorpus(folding, threads, isCancelled)
  }

  /// For each folding, the folded segments that this searcher has created or inherited, in the
  /// order of the corpus's segments.
  private var knownFoldings: [Folding: [Segment?]] {
    kept.withLock { kept in
      kept.inherited.merging(kept.folded.mapValues { $0.segments }) { _, made in made }
    }
  }
}
