package import UnicodeText

/// A text that is folded grapheme cluster by grapheme cluster, so that the original cluster of each
/// folded scalar is known.
///
/// The implementation is slow and simple. Scalars of different grapheme clusters never compose, so
/// folding each cluster separately folds the whole text correctly.
package struct NaiveText {
  package let original: String
  package let folded: [Unicode.Scalar]

  /// For each folded scalar, the byte range of its cluster in `original`.
  package let clusters: [Range<Int>]

  package init(_ original: String, _ folding: Folding) {
    self.original = original
    var folded: [Unicode.Scalar] = []
    var clusters: [Range<Int>] = []
    var offset = 0
    for character in original {
      let end = offset + String(character).utf8.count
      for scalar in NaiveText.fold(String(character), folding) {
        folded.append(scalar)
        clusters.append(offset..<end)
      }
      offset = end
    }
    self.folded = folded
    self.clusters = clusters
  }

  /// The folded scalars of a text.
  package static func fold(_ text: String, _ folding: Folding) -> [Unicode.Scalar] {
    Array(String(decoding: folding.fold(text), as: UTF8.self).unicodeScalars)
  }

  /// The non-overlapping occurrences of `needle`, as scalar ranges from left to right.
  package func occurrences(of needle: [Unicode.Scalar]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var start = 0
    while !needle.isEmpty, start + needle.count <= folded.count {
      if Array(folded[start..<start + needle.count]) == needle {
        places.append(start..<start + needle.count)
        start += needle.count
      } else {
        start += 1
      }
    }
    return places
  }

  /// The byte range of the original clusters that contain the folded scalars in `range`.
  package func bytes(of range: Range<Int>) -> Range<Int> {
    clusters[range.lowerBound].lowerBound..<clusters[range.upperBound - 1].upperBound
  }

  /// The ranges in order, with overlapping ranges merged.
  package static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }) {
      if let last = result.last, last.overlaps(range) {
        result[result.count - 1] =
          min(last.lowerBound, range.lowerBound)..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
