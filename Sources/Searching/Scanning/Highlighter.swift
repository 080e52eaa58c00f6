internal import Corpora
internal import UnicodeText

/// Finds the places to highlight in an original record.
///
/// Occurrences in the folded text are mapped back to the original, extended to whole grapheme clusters, and merged.
struct Highlighter: Sendable {
  /// A text to find, and the fields in which to find it.
  struct Target: Sendable {
    enum Kind: Sendable {
      case needle(Needle)
      case prefix(TokenPrefixQuery)
    }
    let kind: Kind
    let scope: FieldScope
  }

  let folding: Folding
  let scope: FieldScope
  let targets: [Target]
  var bounds = HitBounds.anywhere

  /// The hits in a record as stored.
  ///
  /// - Complexity: O(*n* × *k*) for *n* bytes and *k* targets.
  func hits(in record: Span<UInt8>) -> [Hit] {
    if targets.count == 1, case .needle(let needle) = targets[0].kind, Self.isPlain(record) {
      return hits(of: needle, inPlain: record)
    }
    var hits: [Hit] = []
    for part in RecordPart.parts(of: record, in: scope) {
      let text = record.extracting(part.range)
      let folded = folding.foldWithSources(text)
      var places: [Range<Int>] = []
      for target in targets where target.scope.includes(part.field) {
        switch target.kind {
        case .needle(let needle):
          for place in needle.occurrences(in: folded.bytes.span, bounds) {
            places.append(Graphemes.widened(folded.sources(of: place), in: text))
          }
        case .prefix(let query):
          for place in query.prefixes(in: text) {
            places.append(Graphemes.widened(place, in: text))
          }
        }
      }
      for place in Self.merged(places) {
        let offset = part.range.lowerBound
        hits.append(part.hit(place.lowerBound + offset..<place.upperBound + offset))
      }
    }
    return hits.sorted(by: Hit.isOrdered)
  }

  /// Whether every byte of the record is a grapheme cluster and folds to one byte.
  private static func isPlain(_ record: Span<UInt8>) -> Bool {
    Kernels.asciiPrefix(of: record) == record.count
      && Kernels.firstIndex(of: 0x0D, in: record) == nil
  }

  /// The hits of one needle in a record in which every byte is a cluster.
  private func hits(of needle: Needle, inPlain record: Span<UInt8>) -> [Hit] {
    if !folding.ignoresCase { return hits(of: needle, in: record) }
    var folded = GrowableBuffer<UInt8>(capacity: record.count + 64)
    _ = Kernels.appendLowercasedASCII(record, to: &folded)
    return folded.withSpan { hits(of: needle, in: $0) }
  }

  private func hits(of needle: Needle, in folded: Span<UInt8>) -> [Hit] {
    var hits: [Hit] = []
    RecordPart.forEach(of: folded, in: scope) { part in
      if !targets[0].scope.includes(part.field) { return }
      let text = folded.extracting(part.range)
      var at = 0
      let offset = part.range.lowerBound
      while let place = needle.next(in: text, from: at, bounds) {
        at = place.upperBound
        hits.append(part.hit(place.lowerBound + offset..<at + offset))
      }
    }
    return hits.count > 1 ? hits.sorted(by: Hit.isOrdered) : hits
  }

  /// The ranges in ascending order, with equal and overlapping ones merged.
  static func merged(_ places: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard let last = result.last, place.lowerBound < last.upperBound else {
        result.append(place)
        continue
      }
      result[result.count - 1] =
        last.lowerBound..<Swift.max(last.upperBound, place.upperBound)
    }
    return result
  }
}
