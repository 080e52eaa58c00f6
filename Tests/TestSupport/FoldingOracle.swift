package import UnicodeText

/// A reference implementation of folding that follows its definition step by step, using the
/// Unicode data files.
package struct FoldingOracle: Sendable {
  private var classes: [UInt32: Int] = [:]
  private var decompositions: [UInt32: [UInt32]] = [:]
  private var composites: [UInt64: UInt32] = [:]
  private var foldings: [UInt32: [UInt32]] = [:]

  package static let shared = FoldingOracle()

  private init() {
    var excluded: Set<UInt32> = []
    for fields in UnicodeDatabase.lines(of: "CompositionExclusions.txt") {
      excluded.formUnion(UnicodeDatabase.sequence(fields[0]))
    }
    for fields in UnicodeDatabase.lines(of: "UnicodeData.txt") where fields.count > 5 {
      guard let scalar = UInt32(fields[0], radix: 16) else { continue }
      if let combiningClass = Int(fields[3]), combiningClass > 0 {
        classes[scalar] = combiningClass
      }
      if !fields[5].isEmpty && !fields[5].hasPrefix("<") {
        decompositions[scalar] = UnicodeDatabase.sequence(fields[5])
      }
    }
    for (whole, parts) in decompositions where parts.count == 2 && !excluded.contains(whole) {
      // Skip compositions whose result or first scalar is a mark.
      if classes[whole] != nil || classes[parts[0]] != nil { continue }
      composites[UInt64(parts[0]) << 32 | UInt64(parts[1])] = whole
    }
    for fields in UnicodeDatabase.lines(of: "CaseFolding.txt") where "CF".contains(fields[1]) {
      guard let scalar = UInt32(fields[0], radix: 16) else { continue }
      foldings[scalar] = UnicodeDatabase.sequence(fields[2])
    }
  }

  /// All scalars that folding can change or combine.
  package var remarkable: [UInt32] {
    var all = Set(classes.keys).union(decompositions.keys).union(foldings.keys)
    for pair in composites.keys { all.formUnion([UInt32(pair >> 32), UInt32(pair & 0xFFFF_FFFF)]) }
    return all.sorted()
  }

  /// The pairs of scalars that compose to one scalar, in ascending order, without Hangul.
  package var pairs: [[UInt32]] {
    composites.keys.sorted().map { [UInt32($0 >> 32), UInt32($0 & 0xFFFF_FFFF)] }
  }

  /// The scalars with a combining class other than 0, in ascending order.
  package var marks: [UInt32] { classes.keys.sorted() }

  package func fold(_ text: [UInt32], by folding: Folding) -> [UInt32] {
    if text.count == 1, decompositions[text[0]] == nil, foldings[text[0]] == nil,
      classes[text[0]] == nil, !isSyllable(text[0]), !isDropped(text[0])
    {
      return text
    }
    var result = decompose(text)
    if folding.ignoresDiacritics { result.removeAll(where: isDropped) }
    if folding.ignoresCase { result = result.flatMap { foldings[$0] ?? [$0] } }
    return compose(decompose(result))
  }

  private func isSyllable(_ scalar: UInt32) -> Bool { scalar >= 0xAC00 && scalar <= 0xD7A3 }

  private func isDropped(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20F0, 0xFE00...0xFE0F,
      0xE0100...0xE01EF, 0xFE20...0xFE2F:
      true
    case 0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7: true
    case 0x064B...0x065F, 0x0670: true
    default: false
    }
  }

  private func decompose(_ text: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    for scalar in text { append(scalar, to: &result) }
    // Bubble sort: swaps adjacent scalars until none are out of order.
    var end = result.count
    while end > 1 {
      var last = 0
      for index in 1..<end {
        let a = classes[result[index - 1]] ?? 0
        let b = classes[result[index]] ?? 0
        if b != 0 && a > b {
          result.swapAt(index - 1, index)
          last = index
        }
      }
      end = last
    }
    return result
  }

  private func append(_ scalar: UInt32, to result: inout [UInt32]) {
    if isSyllable(scalar) {
      let index = scalar - 0xAC00
      result += [0x1100 + index / (21 * 28), 0x1161 + index / 28 % 21]
      if index % 28 > 0 { result.append(0x11A7 + index % 28) }
    } else if let parts = decompositions[scalar] {
      for part in parts { append(part, to: &result) }
    } else {
      result.append(scalar)
    }
  }

  private func compose(_ text: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    for scalar in text {
      let mark = classes[scalar] ?? 0
      let starter = result.lastIndex { classes[$0] == nil }
      if let starter, let whole = composite(result[starter], scalar) {
        let between = result[(starter + 1)...]
        if between.allSatisfy({ (classes[$0] ?? 0) < mark && classes[$0] != nil }) {
          result[starter] = whole
          continue
        }
      }
      result.append(scalar)
    }
    return result
  }

  private func composite(_ a: UInt32, _ b: UInt32) -> UInt32? {
    if a >= 0x1100 && a <= 0x1112 && b >= 0x1161 && b <= 0x1175 {
      return 0xAC00 + ((a - 0x1100) * 21 + b - 0x1161) * 28
    }
    if isSyllable(a) && (a - 0xAC00) % 28 == 0 && b > 0x11A7 && b <= 0x11C2 {
      return a + b - 0x11A7
    }
    return composites[UInt64(a) << 32 | UInt64(b)]
  }
}
