internal import UnicodeText

/// An immutable index file that contains the positions of text blocks and the trigrams of each
/// block.
///
/// A number in parentheses is the size of a value in bytes.
///
/// | section | contents |
/// |---|---|
/// | 0 | the strips (`Strip`), each at the start of a page |
/// | 1 | 24 bytes for each strip: its offset in section 0 (8), the base-2 logarithm of its number of buckets (4), its number of blocks (4), its length (8) |
/// | 2 | 24 bytes for each block: its offset in its file (8), the number of lines or records before it (8), and, in a file of records, the number of lines before it (8) |
///
/// Blocks are numbered consecutively across all strips.
final class BlocksFile: Sendable {
  private let file: SectionFile
  private let strips: [StripPlace]

  /// The number of blocks.
  let count: Int

  private struct StripPlace {
    let range: Range<Int>
    let bits: Int
    let blocks: Range<Int>
  }

  init(_ path: String) throws(IndexFault) {
    file = try SectionFile(path, .blocks)
    var strips: [StripPlace] = []
    var blocks = 0
    try file.withBytes(ofSection: 1) { table throws(IndexFault) in
      if table.count % 24 != 0 { throw .damaged }
      for entry in stride(from: 0, to: table.count, by: 24) {
        let start = Int(clamping: table.number(at: entry, as: UInt64.self))
        let bits = Int(table.number(at: entry + 8, as: UInt32.self))
        let count = Int(table.number(at: entry + 12, as: UInt32.self))
        let length = Int(clamping: table.number(at: entry + 16, as: UInt64.self))
        guard (6...24).contains(bits), count <= Strip.maxBlocks,
          length >= Strip.directoryBytes(bits), start <= Int.max - length
        else { throw .damaged }
        strips.append(
          StripPlace(range: start..<start + length, bits: bits, blocks: blocks..<blocks + count))
        blocks += count
      }
    }
    self.strips = strips
    count = blocks
    if try file.length(of: 2) != Self.blockSize * blocks { throw .damaged }
  }

  /// The size of an entry of section 2 in bytes.
  private static let blockSize = 24

  /// The size of the file in bytes.
  var size: Int { file.size }

  func verify() throws(IndexFault) { try file.verifyAll() }

  /// The position where a block begins.
  struct Start {
    /// The offset of the block in its file.
    let offset: Int

    /// The number of lines or records before the block.
    let records: Int

    /// In a file of records, the number of lines before the block.
    let fileLines: Int
  }

  /// The position where a block begins.
  func start(of block: Int) throws(IndexFault) -> Start {
    let start = Self.blockSize * block
    return try file.withBytes(start..<start + Self.blockSize, of: 2) { bytes in
      Start(
        offset: Int(clamping: bytes.number(at: 0, as: UInt64.self)),
        records: Int(clamping: bytes.number(at: 8, as: UInt64.self)),
        fileLines: Int(clamping: bytes.number(at: 16, as: UInt64.self)))
    }
  }

  /// The blocks whose text may satisfy a trigram test.
  func blocks(passing test: TrigramTest) throws(IndexFault) -> BlockSet {
    var all = BlockSet(none: count)
    for strip in strips {
      let passing = try test.passing(strip.blocks.count) { trigram throws(IndexFault) in
        try blocks(with: trigram, in: strip)
      }
      for block in 0..<strip.blocks.count where passing.contains(block) {
        all.insert(strip.blocks.lowerBound + block)
      }
    }
    return all
  }

  private func blocks(with trigram: UInt32, in strip: StripPlace) throws(IndexFault) -> BlockSet {
    let bucket = Trigrams.bucket(of: trigram, bits: strip.bits)
    let entry = strip.range.lowerBound + 4 * bucket
    let (first, last) = try file.withBytes(entry..<entry + 8, of: 0) { bytes in
      (bytes.number(at: 0, as: UInt32.self), bytes.number(at: 4, as: UInt32.self))
    }
    let start = Int(first & ~Strip.bitmapFlag)
    let end = Int(last & ~Strip.bitmapFlag)
    let postings = strip.range.lowerBound + Strip.directoryBytes(strip.bits)
    guard start <= end, end <= strip.range.upperBound - postings else { throw .damaged }
    return try file.withBytes(postings + start..<postings + end, of: 0) {
      bytes throws(IndexFault) in
      if first & Strip.bitmapFlag != 0 {
        return try Self.bitmap(bytes, strip.blocks.count)
      }
      return try Self.list(bytes, strip.blocks.count)
    }
  }

  private static func bitmap(_ bytes: Span<UInt8>, _ count: Int) throws(IndexFault) -> BlockSet {
    if bytes.count != (count + 7) / 8 { throw .damaged }
    var set = BlockSet(none: count)
    for index in 0..<bytes.count {
      set.words[index >> 3] |= UInt64(bytes[index]) << UInt64(8 * (index & 7))
    }
    return set
  }

  private static func list(_ bytes: Span<UInt8>, _ count: Int) throws(IndexFault) -> BlockSet {
    var set = BlockSet(none: count)
    var next = 0
    var at = 0
    while at < bytes.count {
      var gap = Int(bytes[at])
      at += 1
      if gap >= Strip.shortGaps {
        if at == bytes.count { throw .damaged }
        gap = Strip.shortGaps + (gap - Strip.shortGaps) << 8 + Int(bytes[at])
        at += 1
      }
      let block = next + gap
      if block >= count { throw .damaged }
      set.insert(block)
      next = block + 1
    }
    return set
  }
}
