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
    let places = hay.count - needle.count + 1
    let first = Probe(pair.first, of: needle, ignoringCase: ignoringCase)
    let second = Probe(pair.second, of: needle, ignoringCase: ignoringCase)
    var at = start
    var compared = 0
    // SAFETY: the last byte read is at `at` + 15 + `pair.second`, before `places` + `needle.count` -
    // 1, the end of the hay.
    return unsafe hay.withUnsafeBytes { bytes in
      while places - at >= 16 {
        let found = unsafe agreeing(first, second, bytes, at)
        let words = (found[0], found[1])
        if words.0 | words.1 != 0 {
          for place in Places(words) {
            let same = commonBytes(needle, hay, at: at + place, ignoringCase: ignoringCase)
            if same == needle.count { return at + place }
            compared += same
          }
          // A needle and a hay made of the same few bytes would cost their product.
          if compared > 8 * (at - start) + 16 * needle.count + 4096 {
            return Kernels.firstLinear(needle, ignoringCase: ignoringCase, in: hay, from: at)
          }
        }
        at += 16
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

  /// All bits of a byte set where both probes agree, in two words.
  @inline(__always) private static func agreeing(
    _ first: Probe, _ second: Probe, _ bytes: UnsafeRawBufferPointer, _ at: Int
  ) -> SIMD2<UInt64> {
    let a = unsafe bytes.loadUnaligned(fromByteOffset: at + first.place, as: Vector.self)
    let b = unsafe bytes.loadUnaligned(fromByteOffset: at + second.place, as: Vector.self)
    let found =
      ((a .== first.lower) .| (a .== first.upper)) .& ((b .== second.lower) .| (b .== second.upper))
    // SAFETY: a mask is sixteen bytes of which all bits are set or none.
    return unsafe withUnsafeBytes(of: found) { unsafe $0.loadUnaligned(as: SIMD2<UInt64>.self) }
  }

  /// The places of the bytes that are set in two words, ascending.
  private struct Places: Sequence, IteratorProtocol {
    private var low: UInt64
    private var high: UInt64

    init(_ words: (UInt64, UInt64)) {
      low = UInt64(littleEndian: words.0) & 0x0101_0101_0101_0101
      high = UInt64(littleEndian: words.1) & 0x0101_0101_0101_0101
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
