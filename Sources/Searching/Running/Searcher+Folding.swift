internal import Corpora
internal import Synchronization
internal import Threading
internal import UnicodeText

extension Searcher {
  func isFolded(_ folding: Folding) -> Bool {
    kept.withLock { $0.folded[folding] != nil }
  }

  /// The corpus folded with `folding`; `nil` if `isCancelled` returned `true`.
  ///
  /// If another thread is already folding the corpus with `folding`, this thread waits for the
  /// result. If the other thread is canceled, this thread folds the corpus. No lock is held while
  /// folding or waiting.
  func foldedCorpus(
    _ folding: Folding, _ threads: Int, _ isCancelled: () -> Bool
  ) -> FoldedCorpus? {
    while true {
      let (folded, isMine) = kept.withLock { kept in
        (
          kept.folded[folding],
          kept.folded[folding] == nil && kept.foldingsInProgress.insert(folding).inserted
        )
      }
      if let folded { return folded }
      if isMine { break }
      if isCancelled() { return nil }
      Workers.pause()
    }
    defer { kept.withLock { _ = $0.foldingsInProgress.remove(folding) } }
    let known = kept.withLock { $0.inherited[folding] ?? [] }
    let made = corpus.folded(folding, threads: threads, known: known, isCancelled: isCancelled)
    guard let made else { return nil }
    kept.withLock { kept in
      kept.folded[folding] = made
      kept.inherited[folding] = nil
    }
    return made
  }

  /// The frequency of each byte in a folded sample of the corpus.
  func histogram(_ folding: Folding) -> ByteHistogram {
    if corpus.count == 0 { return .english }
    if let histogram = kept.withLock({ $0.histograms[folding] }) { return histogram }
    var sample = GrowableBuffer<UInt8>()
    let segments = corpus.segments
    for index in stride(from: 0, to: segments.count, by: max(1, segments.count / 8)) {
      let segment = segments[index]
      let pieces = max(1, 8 / segments.count)
      for piece in 0..<pieces where segment.count > 0 {
        let start = Int(segment.starts[segment.count * piece / pieces])
        segment.text.withSpan { text in
          // End each piece of the sample at the end of a character.
          var end = min(start + 1 << 13, text.count)
          while end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
          folding.fold(text.extracting(start..<end), into: &sample)
        }
      }
    }
    let histogram = sample.count == 0 ? .english : sample.withSpan { ByteHistogram(of: $0) }
    kept.withLock { $0.histograms[folding] = histogram }
    return histogram
  }
}
