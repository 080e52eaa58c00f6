internal import UnicodeText

/// Fingerprints that test the last bytes of three characters: a non-ASCII pivot and the next two
/// characters.
///
/// In text of a single script, most lead bytes are equal, and pairs of common letters are frequent.
/// But the last bytes of three consecutive letters rule out nearly all offsets. The distance from
/// one tested byte to the next is the length in bytes of a character after the pivot.
///
/// A text can spell the needle with characters of other lengths. The fingerprints of these
/// spellings are in other buckets. If a byte of such a fingerprint is unknown, its position matches
/// any byte.
struct PivotTriple {
  /// The maximum number of needles; each has its own bucket.
  static let maximumNeedles = 4

  let fingerprints: Fingerprints

  /// Creates the fingerprints of some needles.
  ///
  /// The result is `nil` if it is unknown which characters can follow the pivot of a needle in
  /// unfolded text. The result is also `nil` if the characters after the pivots differ in length.
  init?(_ needles: [RawNeedle]) {
    guard needles.count <= Self.maximumNeedles, let stride = Self.stride(of: needles[0]) else {
      return nil
    }
    var prints = Fingerprints(width: 3, stride: stride)
    for (index, needle) in needles.enumerated() {
      guard Self.stride(of: needle) == stride,
        let second = Follower(of: needle, at: needle.pivot.upperBound),
        let third = Follower(of: needle, at: needle.pivot.upperBound + second.length),
        second.length == stride, third.length == stride,
        needle.variants.allSatisfy(needle.isWhole)
      else { return nil }
      for first in needle.variants {
        for next in second.scalars {
          var spelling = Spelling(stride: stride, bucket: index)
          spelling.append(first)
          spelling.keepLast()
          spelling.append(next)
          // If this character may fold to anything other than the needle's character, the bytes
          // after it are unknown.
          if FoldVariants.only(of: next, under: needle.folding) == second.scalar {
            for last in third.scalars {
              var whole = spelling
              whole.append(last)
              whole.add(to: &prints)
            }
          } else {
            spelling.add(to: &prints)
          }
        }
      }
    }
    fingerprints = prints
  }

  /// The length in bytes of the character after the pivot; `nil` if the last bytes of three
  /// characters cannot be tested.
  private static func stride(of needle: RawNeedle) -> Int? {
    guard !needle.isPlain, !needle.isForVariants, !needle.folding.ignoresDiacritics,
      needle.pivot.upperBound < needle.bytes.count
    else { return nil }
    let bytes = needle.bytes
    let length = UTF8Text.scalar(at: needle.pivot.upperBound, in: bytes.span).length
    return length > 1 ? length : nil
  }

  /// A character of the needle that comes after the pivot.
  private struct Follower {
    let scalar: UInt32
    let length: Int
    /// The scalars that can begin a spelling of the character in unfolded text; none is ASCII.
    let scalars: [UInt32]

    init?(of needle: RawNeedle, at place: Int) {
      let bytes = needle.bytes
      guard place < bytes.count, bytes[place] >= 0x80 else { return nil }
      let found = UTF8Text.scalar(at: place, in: bytes.span)
      scalar = found.scalar
      length = found.length
      // If this character of the needle is a mark, the text may have the marks in another order.
      if scalar == 0xFFFD || FoldBoundary.mayJoin(scalar) { return nil }
      guard
        let scalars = FoldVariants.scalars(
          holding: FoldVariants.firstPart(of: scalar), under: needle.folding),
        scalars.count < 50, scalars.allSatisfy({ $0 >= 0x80 })
      else { return nil }
      self.scalars = scalars
    }
  }

  /// The bytes of one spelling, starting with the last byte of the pivot.
  private struct Spelling {
    let stride: Int
    /// The bucket for spellings that consist of three characters of `stride` bytes each.
    let bucket: Int
    private var bytes: [UInt8] = []
    private var lengths: [Int] = []

    init(stride: Int, bucket: Int) {
      self.stride = stride
      self.bucket = bucket
    }

    mutating func append(_ scalar: UInt32) {
      var encoded = GrowableBuffer<UInt8>(capacity: 4)
      encoded.append(scalar: scalar)
      bytes += encoded.array()
      lengths.append(encoded.count)
    }

    /// Removes all bytes of the spelling except its last byte.
    mutating func keepLast() { bytes.removeFirst(bytes.count - 1) }

    /// Adds the spelling to its bucket; spellings that do not have three characters of `stride`
    /// bytes share other buckets.
    func add(to prints: inout Fingerprints) {
      let isUsual = lengths.count == 3 && lengths.allSatisfy { $0 == stride }
      let others = PivotTriple.maximumNeedles + lengths.reduce(0) { $0 * 5 + $1 } % 4
      let bucket = isUsual ? bucket : others
      for place in 0..<prints.width {
        if place * stride < bytes.count {
          prints.add(bytes[place * stride], at: place, to: bucket)
        } else {
          for byte in UInt8(0)...0xFF { prints.add(byte, at: place, to: bucket) }
        }
      }
    }
  }
}
