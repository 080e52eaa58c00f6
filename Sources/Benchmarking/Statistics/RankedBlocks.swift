internal import Basics

/// The samples of each block of each invocation, stored as their ranks among all samples.
///
/// A resample is stored as a count for each rank, so its median is found by adding counts instead
/// of sorting.
struct RankedBlocks {
  /// All samples, in ascending order.
  private let sorted: [Double]

  /// The ranks of the samples, for each block of each invocation.
  private var invocations: [[[Int32]]]

  /// Ranks the samples, ignoring empty blocks and invocations; nil if there are no samples.
  init?(_ invocations: [[[Double]]]) {
    let invocations = invocations.withoutEmptyBlocks
    guard !invocations.isEmpty else { return nil }
    var places: [(value: Double, invocation: Int, block: Int)] = []
    for (invocation, blocks) in invocations.enumerated() {
      for (block, samples) in blocks.enumerated() {
        places += samples.map { ($0, invocation, block) }
      }
    }
    places.sort { $0.value < $1.value }
    sorted = places.map(\.value)
    self.invocations = invocations.map { $0.map { _ in [] } }
    for (rank, place) in places.enumerated() {
      self.invocations[place.invocation][place.block].append(Int32(rank))
    }
  }

  /// The median of all samples.
  var median: Double { Percentile.value(0.5, of: sorted) }

  /// The medians of `count` resamples.
  ///
  /// All draws are with replacement. For *i* invocations, a resample draws *i* invocations. From
  /// each drawn invocation with *b* blocks, the resample draws *b* blocks. From each drawn block
  /// with *s* samples, the resample draws *s* samples.
  ///
  /// - Complexity: O(`count` · *n*) for *n* samples.
  func resampledMedians(_ count: Int, _ generator: inout SplitMix64) -> [Double] {
    var counts = [Int32](repeating: 0, count: sorted.count)
    return (0..<count).map { _ in
      var total = 0
      for _ in invocations.indices {
        let blocks = invocations[generator.index(below: invocations.count)]
        for _ in blocks.indices {
          let block = blocks[generator.next(below: blocks.count)]
          for _ in block.indices { counts[Int(block[generator.next(below: block.count)])] += 1 }
          total += block.count
        }
      }
      return takeMedian(of: &counts, total)
    }
  }

  /// The median of `total` samples; `counts` contains how often each rank occurs, and is reset to
  /// 0.
  private func takeMedian(of counts: inout [Int32], _ total: Int) -> Double {
    let lowerPlace = (total - 1) / 2
    let upperPlace = total / 2
    var passed = 0
    var lower: Double?
    var upper: Double?
    for rank in counts.indices {
      passed += Int(counts[rank])
      counts[rank] = 0
      if lower == nil, passed > lowerPlace { lower = sorted[rank] }
      if upper == nil, passed > upperPlace { upper = sorted[rank] }
    }
    return ((lower ?? 0) + (upper ?? 0)) / 2
  }
}
