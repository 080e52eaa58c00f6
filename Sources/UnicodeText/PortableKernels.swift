/// The search for a needle without C: where the processor is none that the kernels are written for.
///
/// Two rare bytes of the needle are compared at sixteen places at once. The vectors have a fixed
/// type, and only masks are combined: both are what the compiler makes good code of.
enum PortableKernels {
  private typealias Vector = SIMD16<UInt8>

  /// A byte of the needle at its place, in both cases if case is ignored.
  private struct Probe {
    let place: Int
    let lower: Vector
    let upper: Vector

    init(_ place: Int, of needle: Span<UInt8>, ignoringCase: Bool) {
      let byte = needle[place]
      let isBlind = ignoringCase && PortableKernels.isLetter(byte)
      self.place = place
      lower = Vector(repeating: byte)
      upper = Vector(repeating: isBlind ? byte - 32 : byte)
    }
  }

  /// Where `needle` first occurs in `hay`, at or after `start`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `hay`.
  static func firstRange(
    of needle: Span<UInt8>, by pair: Kernels.RarePair, ignoringCase: Bool,
    in hay: Span<UInt8>, from start: Int
  ) -> Int? {
    if needle.isEmpty { return start }
    // Each way is compiled by itself: half of the comparisons are needed only without case.
    return ignoringCase
      ? search(needle, pair, ignoringCase: true, hay, from: start)
      : search(needle, pair, ignoringCase: false, hay, from: start)
  }

  @inline(__always) private static func search(
    _ needle: Span<UInt8>, _ pair: Kernels.RarePair, ignoringCase: Bool, _ hay: Span<UInt8>,
    from start: Int
  ) -> Int? {
    let places = hay.count - needle.count + 1
    let probes = (
      Probe(pair.first, of: needle, ignoringCase: ignoringCase),
      Probe(pair.second, of: needle, ignoringCase: ignoringCase)
    )
    var at = start
    var compared = 0
    // SAFETY: the last byte read is at `at` + 63 + `pair.second` at most, before `places` +
    // `needle.count` - 1, the end of the hay.
    return unsafe hay.withUnsafeBytes { bytes in
      while places - at >= 16 {
        var end = at + 16
        if places - at >= 64 {
          // Four at once while nothing is found.
          let (a, b) = unsafe (
            agreeing(probes, bytes, at, ignoringCase),
            agreeing(probes, bytes, at + 16, ignoringCase)
          )
          let (c, d) = unsafe (
            agreeing(probes, bytes, at + 32, ignoringCase),
            agreeing(probes, bytes, at + 48, ignoringCase)
          )
          end = at + 64
          let any = words(of: (a .| b) .| (c .| d))
          if any[0] | any[1] == 0 {
            at = end
            continue
          }
        }
        while at < end {
          for place in Places(words(of: unsafe agreeing(probes, bytes, at, ignoringCase))) {
            let same = commonBytes(needle, hay, at: at + place, ignoringCase: ignoringCase)
            if same == needle.count { return at + place }
            compared += same
          }
          at += 16
        }
        // A needle and a hay made of the same few bytes would cost their product.
        if compared > 8 * (at - start) + 16 * needle.count + 4096 {
          return Kernels.firstLinear(needle, ignoringCase: ignoringCase, in: hay, from: at)
        }
      }
      while at < places {
        if commonBytes(needle, hay, at: at, ignoringCase: ignoringCase) == needle.count {
          return at
        }
        at += 1
      }
      return nil
    }
  }

  /// The same for the first place in each line, as `Kernels.appendFirstPlaces`.
  static func appendFirstPlaces(
    of needle: Span<UInt8>, by pair: Kernels.RarePair, ignoringCase: Bool,
    in hay: Span<UInt8>, from start: Int, endingLinesWith end: UInt8, limit: Int,
    to places: inout GrowableBuffer<Int>
  ) -> Int {
    var at = start
    for _ in 0..<limit {
      let place = firstRange(of: needle, by: pair, ignoringCase: ignoringCase, in: hay, from: at)
      guard let place else { return hay.count }
      places.append(place)
      guard let last = Kernels.firstIndex(of: end, in: hay, from: place + needle.count) else {
        return hay.count
      }
      at = last + 1
    }
    return at
  }

  /// Where both probes agree.
  @inline(__always) private static func agreeing(
    _ probes: (Probe, Probe), _ bytes: UnsafeRawBufferPointer, _ at: Int, _ ignoringCase: Bool
  ) -> SIMDMask<SIMD16<Int8>> {
    let a = unsafe bytes.loadUnaligned(fromByteOffset: at + probes.0.place, as: Vector.self)
    let b = unsafe bytes.loadUnaligned(fromByteOffset: at + probes.1.place, as: Vector.self)
    if !ignoringCase { return (a .== probes.0.lower) .& (b .== probes.1.lower) }
    return ((a .== probes.0.lower) .| (a .== probes.0.upper))
      .& ((b .== probes.1.lower) .| (b .== probes.1.upper))
  }

  /// The mask as two words, a byte of each for a place.
  @inline(__always) private static func words(of mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    // SAFETY: a mask is sixteen bytes of which all bits are set or none.
    unsafe withUnsafeBytes(of: mask) { unsafe $0.loadUnaligned(as: SIMD2<UInt64>.self) }
  }

  /// The places of the bytes that are set in two words, ascending.
  private struct Places: Sequence, IteratorProtocol {
    private var low: UInt64
    private var high: UInt64

    init(_ words: SIMD2<UInt64>) {
      low = UInt64(littleEndian: words[0]) & 0x0101_0101_0101_0101
      high = UInt64(littleEndian: words[1]) & 0x0101_0101_0101_0101
    }

    mutating func next() -> Int? {
      if low != 0 {
        defer { low &= low - 1 }
        return low.trailingZeroBitCount >> 3
      }
      guard high != 0 else { return nil }
      defer { high &= high - 1 }
      return 8 + high.trailingZeroBitCount >> 3
    }
  }

  /// How many bytes at `at` are the needle's, up to the first that is not.
  private static func commonBytes(
    _ needle: Span<UInt8>, _ hay: Span<UInt8>, at: Int, ignoringCase: Bool
  ) -> Int {
    for index in needle.indices {
      let byte = needle[index]
      let bit: UInt8 = ignoringCase && isLetter(byte) ? 0x20 : 0
      if hay[at + index] | bit != byte { return index }
    }
    return needle.count
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }
}
