/// Grapheme clusters, as defined by Swift's `Character`.
package enum Graphemes {
  /// Widens a range of valid UTF-8, so that it consists of whole grapheme clusters.
  ///
  /// An empty range is not widened, but moved to the start of the cluster that contains it.
  ///
  /// - Complexity: O(*m* + *k*), where *m* is the length of the range and *k* is the distance from
  ///   the range to the nearest certain boundaries; *k* is 0 if the neighboring bytes are ASCII.
  package static func widened(_ range: Range<Int>, in text: Span<UInt8>) -> Range<Int> {
    let lower = boundary(atOrBefore: range.lowerBound, in: text)
    if range.isEmpty { return lower..<lower }
    return lower..<boundary(atOrAfter: range.upperBound, in: text)
  }

  /// The position, from 1, of the cluster that contains `offset` within its line.
  ///
  /// The position counts clusters since the last newline or cell separator.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the line before `offset`.
  package static func column(of offset: Int, in text: Span<UInt8>) -> Int {
    if isEachByteACluster(in: text, before: offset) { return offset + 1 }
    var start = offset
    while start > 0 && text[start - 1] != 0x0A && text[start - 1] < 0xFE { start -= 1 }
    let end = boundary(atOrBefore: offset, in: text)
    // In CR LF, both characters form one cluster.
    guard start < end else { return 1 }
    let line = text.extracting(start..<end)
    if UTF8Text.isASCII(line) { return line.count + 1 }
    var clusters = 0
    forEach(in: line) { _ in clusters += 1 }
    return clusters + 1
  }

  /// Whether each byte before `offset` is certainly a cluster of its own.
  ///
  /// This is the case if the bytes are ASCII without line feeds, and if `offset` is a cluster
  /// boundary.
  private static func isEachByteACluster(in text: Span<UInt8>, before offset: Int) -> Bool {
    let line = text.extracting(0..<offset)
    return (offset == text.count || text[offset] < 0x80)
      && (offset == 0 || text[offset - 1] != 0x0D)
      && Kernels.asciiPrefix(of: line) == offset
      && Kernels.firstIndex(ofAny: (0x0A, 0xFE, 0xFF, 0x0A), in: line, from: 0) == nil
  }

  /// Calls `body` with the byte range of each cluster of `text`, in order.
  ///
  /// Each cell separator forms a cluster of its own.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func forEach<E: Error>(
    in text: Span<UInt8>, _ body: (Range<Int>) throws(E) -> Void
  ) throws(E) {
    var at = 0
    while at < text.count {
      var end = at
      while end < text.count && text[end] < 0xFE { end += 1 }
      var start = at
      for character in String(decoding: text.extracting(at..<end)) {
        let length = character.utf8.count
        try body(start..<start + length)
        start += length
      }
      if end < text.count {
        try body(end..<end + 1)
        end += 1
      }
      at = end
    }
  }

  /// The offset of each cluster of `text`, followed by the length of `text`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func boundaries(in text: Span<UInt8>) -> [Int] {
    var result = [0]
    forEach(in: text) { result.append($0.upperBound) }
    return result
  }

  /// The last cluster boundary at or before `offset`.
  package static func boundary(atOrBefore offset: Int, in text: Span<UInt8>) -> Int {
    if CertainBoundaries.isBoundary(offset, in: text) { return offset }
    return cluster(around: offset, in: text).lowerBound
  }

  /// The first cluster boundary at or after `offset`.
  package static func boundary(atOrAfter offset: Int, in text: Span<UInt8>) -> Int {
    if CertainBoundaries.isBoundary(offset, in: text) { return offset }
    let cluster = cluster(around: offset, in: text)
    return cluster.lowerBound == offset ? offset : cluster.upperBound
  }

  private static func cluster(around offset: Int, in text: Span<UInt8>) -> Range<Int> {
    let start = CertainBoundaries.boundary(before: offset, in: text)
    let end = CertainBoundaries.boundary(after: offset, in: text)
    var result = start..<start
    forEach(in: text.extracting(start..<end)) { cluster in
      if start + cluster.lowerBound <= offset {
        result = start + cluster.lowerBound..<start + cluster.upperBound
      }
    }
    return result
  }
}
