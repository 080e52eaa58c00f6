internal import Corpora
internal import UnicodeText

/// Divides a corpus into blocks of whole records.
///
/// The blocks are numbered in groups of 64. All blocks of a group are in one segment. The last
/// group of a segment is filled up with empty blocks.
struct TrigramBlocks: Sendable {
  /// The number of blocks that contain records.
  private(set) var count = 0
  let textBytes: Int
  let recordCount: Int

  /// The first record of each block.
  ///
  /// Each group of 64 blocks has 65 numbers: the first record of each block, then the end of the
  /// last block. An empty block begins and ends at the same record.
  private let bounds: FrozenBuffer<Int>
  private let segments: [Int]

  init(_ folded: FoldedCorpus, blockSize: Int) {
    var bounds = GrowableBuffer<Int>()
    var segments: [Int] = []
    var count = 0
    for (index, segment) in folded.segments.enumerated() {
      var record = 0
      while record < segment.count {
        segments.append(index)
        for _ in 0..<64 {
          bounds.append(segment.firstRecord + record)
          if record == segment.count { continue }
          count += 1
          let limit = UInt32(clamping: Int(segment.starts[record]) + blockSize)
          let end = segment.starts.withSpan {
            RecordFinder.record(at: limit, in: $0, from: record, end: segment.count)
          }
          let isWhole = end == segment.count - 1 && segment.starts[segment.count] <= limit
          record = isWhole ? segment.count : max(end, record + 1)
        }
        bounds.append(segment.firstRecord + record)
      }
    }
    textBytes = folded.segments.reduce(0) { $0 + $1.text.count }
    recordCount = folded.segments.reduce(0) { $0 + $1.count }
    self.count = count
    self.bounds = bounds.freeze()
    self.segments = segments
  }

  var groupCount: Int { segments.count }

  var memoryBytes: Int {
    bounds.count * MemoryLayout<Int>.stride + segments.count * MemoryLayout<Int>.stride
  }

  func segment(ofGroup group: Int) -> Int { segments[group] }

  /// The record numbers of a block.
  func records(of block: Int) -> Range<Int> {
    let place = block / 64 * 65 + block % 64
    return bounds[place]..<bounds[place + 1]
  }

  /// One bit for each block of the group, set if the block contains records.
  func mask(ofGroup group: Int) -> UInt64 {
    let first = group * 65
    let end = bounds[first + 64]
    var used = 64
    while used > 0, bounds[first + used - 1] == end { used -= 1 }
    return used == 64 ? ~0 : 1 << UInt64(used) - 1
  }
}
