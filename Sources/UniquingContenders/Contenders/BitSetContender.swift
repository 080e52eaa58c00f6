internal import BitCollections

extension UniquingContender {
  static let bitSet = UniquingContender(
    name: "bit-set",
    summary: "Keeps a bit for each integer below 2^30, and a Set of the others, next to the array.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: nil)
}

/// A bit set takes memory up to its largest member, so larger elements go to a `Set`: 2^30 bits are 128 MiB.
private func unique(_ elements: [Int]) -> [Int] {
  var bits: BitSet = []
  var others: Set<Int> = []
  var kept: [Int] = []
  for element in elements {
    let isNew =
      (0..<1 << 30).contains(element)
      ? bits.insert(element).inserted : others.insert(element).inserted
    if isNew { kept.append(element) }
  }
  return kept
}
