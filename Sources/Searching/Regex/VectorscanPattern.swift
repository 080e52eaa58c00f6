/// A byte pattern as vectorscan reads it: bytes by their numbers only, no flag set, so that any text may be searched.
struct VectorscanPattern {
  /// Larger patterns take longer to compile than is sure to pay.
  private static let largest = 512
  private static let longest = 1 << 15

  let text: String

  /// - Returns: `nil` for a pattern that may match an empty text, since that tells nothing, or a large one.
  init?(_ pattern: BytePattern) {
    guard pattern != .never, !pattern.canBeEmpty, pattern.size <= Self.largest else { return nil }
    var writer = Writer()
    writer.write(pattern)
    guard writer.text.utf8.count <= Self.longest else { return nil }
    text = writer.text
  }

  private struct Writer {
    var text = ""

    mutating func write(_ pattern: BytePattern) {
      switch pattern {
      case .empty: text += "(?:)"
      case .never: break
      case .bytes(let set): write(set)
      case .before(let set):
        text += "(?:^|"
        write(set)
        text += ")"
      case .after(let set): write(set)
      case .wordBoundary(let isNegated): text += isNegated ? "\\B" : "\\b"
      case .sequence(let parts): for part in parts { write(part) }
      case .choice(let parts):
        text += "(?:"
        for (index, part) in parts.enumerated() {
          if index > 0 { text += "|" }
          if part != .empty { write(part) }
        }
        text += ")"
      case .repeated(let inner, let least, let most):
        text += "(?:"
        write(inner)
        text += ")"
        switch (least, most) {
        case (0, nil): text += "*"
        case (1, nil): text += "+"
        case (0, 1): text += "?"
        case (_, nil): text += "{\(least),}"
        case (_, let most?): text += least == most ? "{\(least)}" : "{\(least),\(most)}"
        }
      }
    }

    private mutating func write(_ set: ByteSet) {
      let ranges = set.ranges
      if ranges.count == 1, ranges[0].count == 1 {
        write(ranges[0].lowerBound)
        return
      }
      text += "["
      for range in ranges {
        write(range.lowerBound)
        guard range.count > 1 else { continue }
        text += "-"
        write(range.upperBound)
      }
      text += "]"
    }

    private mutating func write(_ byte: UInt8) {
      text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
