internal import UnicodeText

/// Chooses the pivot of each needle: the character to search for.
///
/// A good pivot has few candidates (offsets at which the needle may occur) in a sample of the text.
struct PivotChoice: ~Copyable {
  /// The maximum number of a needle's pivots to try on the sample; pivots with the fewest expected
  /// candidates are tried first.
  private static let tries = 6

  /// The maximum number of a needle's non-ASCII pivots to try; trying a non-ASCII pivot takes
  /// longer than trying an ASCII pivot.
  private static let wideTries = 3

  /// The maximum number of needles in a query for which pivots are tried on the sample.
  ///
  /// In a query with more needles, each needle gets the pivot with the fewest expected candidates.
  private static let maximumTried = 64

  let folding: Folding
  private let sample: GrowableBuffer<UInt8>
  private let histogram: ByteHistogram
  /// The number of bytes that the histogram counted, plus one.
  private let total: Double

  /// Whether to search the sample for pivots and byte pairs, instead of estimating how frequent
  /// they are.
  private let triesPivots: Bool

  /// The number of bytes in the sample.
  var sampleSize: Int { sample.count }

  /// Creates a chooser.
  ///
  /// - Parameters:
  ///   - folding: the folding of the needles.
  ///   - sample: some of the unfolded text.
  ///   - needleCount: the number of needles of the query.
  init(_ folding: Folding, sample: consuming GrowableBuffer<UInt8>, needleCount: Int = 1) {
    self.folding = folding
    triesPivots = needleCount <= Self.maximumTried
    histogram = sample.count == 0 ? .english : sample.withSpan { ByteHistogram(of: $0) }
    total = Double(histogram.counts.reduce(0, +)) + 1
    self.sample = sample
  }

  /// The sample, from which other finders choose the bytes to search for.
  var textSample: TextSample {
    sample.count == 0 ? .english : TextSample(bytes: sample.array(), histogram: histogram)
  }

  /// The number of candidates that a filter finds in the sample.
  func countCandidates(of filter: PivotFilter) -> Int {
    sample.withSpan { filter.candidates(in: $0) }
  }

  /// A needle, with the pair of its bytes that is rarest in the sample.
  func needle(_ bytes: [UInt8]) -> Needle {
    Needle(
      bytes,
      by: sample.withSpan {
        let sample = triesPivots ? $0 : $0.extracting(0..<0)
        return Kernels.rarePair(
          of: bytes.span, ignoringCase: folding.ignoresCase, in: sample, histogram)
      })
  }

  /// Needles with their pivots; every text that meets the requirement contains at least one needle.
  ///
  /// Returns `nil` if no such needles are known, or if there are too many of them.
  func needles(for requirement: Requirement) -> (needles: [RawNeedle], candidates: Int)? {
    switch requirement {
    case .nothing: return nil
    case .substring(let bytes), .tokenPrefix(let bytes):
      return pivoted(bytes).map { ([$0.needle], $0.candidates) }
    case .all(let parts):
      return parts.compactMap { needles(for: $0) }.min { $0.candidates < $1.candidates }
    case .any(let parts):
      // Every part adds at least one needle, so more than `maximumNeedles` parts have too many
      // needles.
      if parts.count > PivotFilter.maximumNeedles { return nil }
      var all: [RawNeedle] = []
      var candidates = 0
      for part in parts {
        guard let (needles, count) = needles(for: part) else { return nil }
        all += needles
        candidates += count
      }
      return all.isEmpty || all.count > PivotFilter.maximumNeedles ? nil : (all, candidates)
    }
  }

  /// A filter for those occurrences of a needle that are not spelled with `bytes` in unfolded text.
  ///
  /// If case is ignored, bytes that differ only in ASCII case are treated as equal.
  ///
  /// - Returns: the filter and its cost. The cost is the number of candidates in the sample,
  ///   multiplied by the number of needles, because a candidate may be compared with all needles.
  ///   The filter is `nil` if the text cannot spell the needle with other bytes. The result is
  ///   `nil` if occurrences with other bytes cannot be found separately.
  func others(than bytes: [UInt8]) -> (filter: PivotFilter?, cost: Int)? {
    let filter: PivotFilter
    var needleCount = 1
    if folding.ignoresDiacritics {
      guard bytes.count <= 3, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      filter = PivotFilter([RawNeedle(bytes, folding, at: 0)], leavesOutPlain: true)
    } else {
      guard let needles = RawNeedle.others(than: bytes, folding) else { return nil }
      if needles.isEmpty { return (nil, 0) }
      filter = PivotFilter(needles)
      needleCount = needles.count
    }
    return (filter, countCandidates(of: filter) * needleCount)
  }

  /// The needle with its best pivot, and the number of candidates that this pivot has in the
  /// sample.
  private func pivoted(_ bytes: [UInt8]) -> (needle: RawNeedle, candidates: Int)? {
    // No line contains LF. Whether a CR is part of the line end is known only when the line is
    // loaded.
    if bytes.isEmpty || bytes.contains(0x0A) || bytes.contains(0x0D) { return nil }
    var best: (needle: RawNeedle, candidates: Int)?
    for (place, share) in places(in: bytes) {
      let needle =
        bytes[place] < 0x80
        ? RawNeedle(bytes, folding, at: place)
        : RawNeedle(bytes, folding, nonASCIIAt: place)
      guard let needle else { continue }
      if !triesPivots { return (needle, Int(share * Double(sample.count))) }
      let candidates = countCandidates(of: PivotFilter([needle]))
      if candidates < best?.candidates ?? .max { best = (needle, candidates) }
      if candidates == 0 { break }
    }
    return best
  }

  /// The characters to try as pivots, the best first.
  ///
  /// ASCII characters are preferred, because each has a single byte. Non-ASCII characters are also
  /// tried if all ASCII characters are common.
  private func places(in bytes: [UInt8]) -> [Place] {
    let plain = plainPlaces(in: bytes).prefix(Self.tries)
    if let best = plain.first, best.share < Self.rareShare { return Array(plain) }
    let wide = widePlaces(in: bytes).prefix(Self.wideTries)
    return (plain + wide).sorted { $0.share < $1.share }
  }

  /// An offset in a needle, and the share of the character at this offset.
  ///
  /// The share is the expected fraction of a text's offsets that are candidates if the character is
  /// the pivot.
  private typealias Place = (offset: Int, share: Double)

  /// Non-ASCII pivots are not tried if an ASCII pivot has a smaller share than this value.
  private static let rareShare = 1e-4

  /// A pivot must begin within this many bytes from the start of the needle.
  private static let maximumBytes = 512

  /// The fraction of the sample's bytes that equal `byte`, in upper or lower case if case is
  /// ignored.
  private func share(_ byte: UInt8) -> Double {
    let isLetter = folding.ignoresCase && (0x61...0x7A).contains(byte)
    let other = isLetter ? histogram.counts[Int(byte) - 32] : 0
    return Double(histogram.counts[Int(byte)] + other + 1) / total
  }

  /// The ASCII characters of a needle, in ascending order of their shares.
  private func plainPlaces(in bytes: [UInt8]) -> [Place] {
    // Any non-ASCII byte may begin a character that folds to the needle's next character.
    let wide = Double(histogram.counts[0x80...].reduce(0, +)) / total
    var contexts: [UInt32] = []
    var found: [Place] = []
    for place in bytes.indices.prefix(Self.maximumBytes) where bytes[place] < 0x80 {
      let context = bytes[place..<min(place + 3, bytes.count)]
      let key = context.reduce(1) { $0 << 8 | UInt32($1) }
      if contexts.contains(key) { continue }
      contexts.append(key)
      var share = self.share(context[place])
      for next in context.dropFirst() {
        share *= next < 0x80 ? min(1, self.share(next) + wide) : wide
        if next >= 0x80 { break }
      }
      found.append((place, share))
    }
    return found.sorted { $0.share < $1.share }
  }

  /// The non-ASCII characters of a needle, in ascending order of their shares.
  ///
  /// The share of a character is estimated from its last byte and the last bytes of the next one or
  /// two characters.
  private func widePlaces(in bytes: [UInt8]) -> [Place] {
    let starts = bytes.indices.prefix(Self.maximumBytes).filter { bytes[$0] & 0xC0 != 0x80 }
    func share(_ index: Int) -> Double {
      guard index < starts.count else { return 1 }
      let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
      return self.share(bytes[end - 1])
    }
    let found = starts.indices.compactMap { index -> Place? in
      if bytes[starts[index]] < 0x80 { return nil }
      let two = share(index) * share(index + 1)
      // The filter tests a third character only if the folding keeps diacritics.
      return (starts[index], folding.ignoresDiacritics ? two : two * share(index + 2))
    }
    return found.sorted { $0.share < $1.share }
  }
}
