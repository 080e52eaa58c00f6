internal import BitCollections

extension UniquingContender {
  static let bitSet = UniquingContender(
    name: "bit-set",
    summary: "Keeps a bit set of integers below 2^30 and a Set of the others, next to the array.",
    keepsOrder: true,
    uniqueInts: { unique($0) },
    uniqueStrings: nil)
}

/// Removes duplicates with a bit set, and with a `Set` for elements that are negative or at least
/// 2^30.
///
/// A bit set does not support negative elements. Its memory grows with its largest member; 2^30
/// bits take 128 MiB.
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
