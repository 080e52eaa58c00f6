internal import Basics

/// Blocks of samples, each sample as its rank among all samples.
///
/// A resample counts ranks, so its median is found by adding up counts instead of sorting.
struct RankedBlocks {
  /// All samples, in ascending order.
  private let sorted: [Double]
  private var blocks: [[Int32]]

  /// Ranks the samples, ignoring empty blocks; nil without samples.
  init?(_ blocks: [[Double]]) {
    let blocks = blocks.filter { !$0.isEmpty }
    guard !blocks.isEmpty else { return nil }
    let places = blocks.enumerated().flatMap { block, samples in
      samples.map { (value: $0, block: block) }
    }.sorted { $0.value < $1.value }
    sorted = places.map(\.value)
    self.blocks = blocks.map { _ in [] }
    for (rank, place) in places.enumerated() { self.blocks[place.block].append(Int32(rank)) }
  }

  /// The median of all samples.
  var median: Double { Percentile.value(0.5, of: sorted) }

  /// The medians of `count` resamples.
  ///
  /// Each resample draws as many blocks as there are, with replacement, and from each as many samples as it has, with
  /// replacement.
  ///
  /// - Complexity: O(`count` · *n*) for *n* samples.
  func resampledMedians(_ count: Int, _ generator: inout SplitMix64) -> [Double] {
    var counts = [Int32](repeating: 0, count: sorted.count)
    return (0..<count).map { _ in
      var total = 0
      for _ in blocks.indices {
        let block = blocks[generator.next(below: blocks.count)]
        for _ in block.indices { counts[Int(block[generator.next(below: block.count)])] += 1 }
        total += block.count
      }
      return takeMedian(of: &counts, total)
    }
  }

  /// The median of `total` samples counted by rank; resets the counts to 0.
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
