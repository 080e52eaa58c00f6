internal import Corpora
internal import UnicodeText

/// Finds the ranges to highlight in the original text of a record.
///
/// Occurrences in the folded text are mapped back to the original text, extended to whole grapheme
/// clusters, and merged.
struct Highlighter: Sendable {
  /// A needle or token prefix to highlight, and the fields in which to search for it.
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

  /// The hits in a record; `record` is the record as stored in the corpus.
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

  /// Appends the hits in a record to `hits`.
  ///
  /// If `isFirstEnough` is true, all hits except the first may be omitted.
  ///
  /// For one needle in an ASCII record with one field, the call allocates no memory except for new
  /// elements of `hits`.
  func appendHits(in record: Span<UInt8>, isFirstEnough: Bool, to hits: inout [Hit]) {
    guard scope.isOneText, targets.count == 1, targets[0].scope.includes(0),
      case .needle(let needle) = targets[0].kind, needle.isCertainInASCII,
      let end = RecordPart.endOfPlainText(of: record)
    else {
      let found = self.hits(in: record)
      hits.append(contentsOf: isFirstEnough ? found.prefix(1) : found[...])
      return
    }
    let text = record.extracting(0..<end)
    var at = 0
    while let place = needle.next(
      in: text, from: at, bounds, ignoringCase: folding.ignoresCase)
    {
      hits.append(Hit(field: 0, range: place))
      if isFirstEnough { return }
      at = place.upperBound
    }
  }

  /// Appends the hits of one needle if it is certain that all hits have the same offsets in the
  /// original and the folded text.
  ///
  /// Otherwise, appends nothing and returns false.
  ///
  /// Offsets are the same if each scalar before them folds to a scalar of the same length. If
  /// `isFirstEnough` is true, only the scalars up to the end of the first hit are considered.
  ///
  /// The highlighter must search for one needle in a single field. The function overwrites
  /// `buffer`; pass the same buffer for many records.
  func appendAlignedHits(
    in record: Span<UInt8>, isFirstEnough: Bool, _ buffer: inout GrowableBuffer<UInt8>,
    to hits: inout [Hit]
  ) -> Bool {
    guard case .needle(let needle) = targets[0].kind, !record.isEmpty,
      record[record.count - 1] == Separator.field
    else { return false }
    let text = record.extracting(0..<record.count - 1)
    buffer.truncate(to: 0)
    folding.fold(text, into: &buffer)
    return buffer.withSpan { folded in
      let aligned = folding.alignedPrefix(of: text, with: folded)
      if aligned < text.count && !isFirstEnough { return false }
      let known = hits.count
      var at = 0
      while let place = needle.next(in: folded, from: at, bounds) {
        at = place.upperBound
        if at > aligned {
          hits.removeSubrange(known...)
          return false
        }
        let wide = Graphemes.widened(place, in: text)
        if hits.count > known, let last = hits.last, wide.lowerBound < last.range.upperBound {
          let end = Swift.max(last.range.upperBound, wide.upperBound)
          hits[hits.count - 1] = Hit(field: 0, range: last.range.lowerBound..<end)
          continue
        }
        // The current hit does not overlap the first hit, so the first hit is complete.
        if isFirstEnough && hits.count > known { break }
        hits.append(Hit(field: 0, range: wide))
        if isFirstEnough && wide == place { break }
      }
      return true
    }
  }

  /// Whether every byte of the record is a grapheme cluster that folds to one byte.
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

  /// The ranges in ascending order; equal and overlapping ranges are merged.
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
