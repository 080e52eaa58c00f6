internal import UnicodeText

/// Chooses a pivot character for each needle, so that a sample has few candidates.
struct PivotChoice: ~Copyable {
  /// The maximum number of pivots to try on the sample for a needle, those with the fewest expected candidates first.
  private static let tries = 6

  /// The same for needles without ASCII characters, whose pivots take longer to try.
  private static let wideTries = 3

  let folding: Folding
  private let sample: GrowableBuffer<UInt8>
  private let histogram: ByteHistogram

  /// Creates a chooser.
  ///
  /// - Parameters:
  ///   - folding: the folding of the needles.
  ///   - sample: some of the unfolded text.
  init(_ folding: Folding, sample: consuming GrowableBuffer<UInt8>) {
    self.folding = folding
    histogram = sample.count == 0 ? .english : sample.withSpan { ByteHistogram(of: $0) }
    self.sample = sample
  }

  /// A needle with the pair of its bytes that is rarest in the sample.
  func needle(_ bytes: [UInt8]) -> Needle {
    Needle(
      bytes,
      by: sample.withSpan {
        Kernels.rarePair(of: bytes.span, ignoringCase: folding.ignoresCase, in: $0, histogram)
      })
  }

  /// Needles with their pivots; wherever the requirement is met, at least one of the needles occurs.
  ///
  /// Returns `nil` if there are no such needles.
  /// If several parts are required, only the part with the fewest candidates is used.
  func needles(for requirement: Requirement) -> (needles: [RawNeedle], candidates: Int)? {
    switch requirement {
    case .nothing: return nil
    case .substring(let bytes), .tokenPrefix(let bytes):
      return pivoted(bytes).map { ([$0.needle], $0.candidates) }
    case .all(let parts):
      return parts.compactMap { needles(for: $0) }.min { $0.candidates < $1.candidates }
    case .any(let parts):
      var all: [RawNeedle] = []
      var candidates = 0
      for part in parts {
        guard let (needles, count) = needles(for: part) else { return nil }
        all += needles
        candidates += count
      }
      return all.isEmpty || all.count > PivotFilter.mostNeedles ? nil : (all, candidates)
    }
  }

  /// A filter for the occurrences of a needle that have other bytes than the needle in unfolded text, and the number of
  /// candidates that the filter finds in the sample.
  ///
  /// If case is ignored, either case counts as the needle's own bytes.
  ///
  /// - Returns: a `nil` filter if there are no such occurrences; `nil` if they cannot be found separately.
  func others(than bytes: [UInt8]) -> (filter: PivotFilter?, candidates: Int)? {
    let filter: PivotFilter
    if folding.ignoresDiacritics {
      guard bytes.count <= 3, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      filter = PivotFilter([RawNeedle(bytes, folding, at: 0)], leavesOutPlain: true)
    } else {
      guard let needles = RawNeedle.others(than: bytes, folding) else { return nil }
      if needles.isEmpty { return (nil, 0) }
      filter = PivotFilter(needles)
    }
    return (filter, sample.withSpan { filter.candidates(in: $0) })
  }

  /// The needle with its best pivot, and the number of candidates that this pivot has in the sample.
  private func pivoted(_ bytes: [UInt8]) -> (needle: RawNeedle, candidates: Int)? {
    // No line contains LF, and only loading decides whether a CR is part of a line end.
    if bytes.isEmpty || bytes.contains(0x0A) || bytes.contains(0x0D) { return nil }
    var best: (needle: RawNeedle, candidates: Int)?
    for place in places(in: bytes) {
      let needle =
        bytes[place] < 0x80
        ? RawNeedle(bytes, folding, at: place)
        : RawNeedle(bytes, folding, nonASCIIAt: place)
      guard let needle else { continue }
      let candidates = sample.withSpan { PivotFilter([needle]).candidates(in: $0) }
      if candidates < best?.candidates ?? .max { best = (needle, candidates) }
      if candidates == 0 { break }
    }
    return best
  }

  /// The starts of the characters to try as pivots: the rarest ASCII characters or, if none is ASCII, those whose last
  /// bytes and those of the next character are rarest.
  private func places(in bytes: [UInt8]) -> [Int] {
    let total = histogram.counts.reduce(0, +)
    let wide = histogram.counts[0x80...].reduce(0, +)
    func count(_ byte: UInt8) -> UInt64 {
      guard folding.ignoresCase, (0x61...0x7A).contains(byte) else {
        return histogram.counts[Int(byte)]
      }
      return histogram.counts[Int(byte)] + histogram.counts[Int(byte) - 32]
    }
    var plain: [(place: Int, cost: UInt64)] = []
    for place in bytes.indices.prefix(64) where bytes[place] < 0x80 {
      let context = bytes[place..<min(place + 3, bytes.count)]
      if plain.contains(where: { bytes[$0.place...].prefix(3) == context }) { continue }
      let next = place + 1
      let follow =
        next == bytes.count ? total : bytes[next] < 0x80 ? count(bytes[next]) + wide : wide * 2
      plain.append((place, (count(bytes[place]) + 1) * (follow + 1)))
    }
    if !plain.isEmpty {
      return plain.sorted { $0.cost < $1.cost }.prefix(Self.tries).map(\.place)
    }
    let starts = bytes.indices.filter { bytes[$0] >= 0xC0 }.prefix(64)
    func last(ofCharacterAt index: Int) -> UInt64 {
      let next = index + 1 < starts.count ? starts[index + 1] : bytes.count
      return histogram.counts[Int(bytes[next - 1])] + 1
    }
    let costs = starts.indices.map { index in
      (
        place: starts[index],
        cost: last(ofCharacterAt: index)
          * (index + 1 < starts.count ? last(ofCharacterAt: index + 1) : total + 1)
      )
    }
    return costs.sorted { $0.cost < $1.cost }.prefix(Self.wideTries).map(\.place)
  }
}
