internal import UnicodeText

/// A pattern over the bytes of many texts end to end, which matches wherever the pattern it was made of does, and perhaps
/// elsewhere.
///
/// It matches no separator inside: only where an anchor stood at one of its ends it takes the separator there as well. So
/// the last byte of a match is in the unit (record, value, line) that matches, or is its end.
indirect enum BytePattern: Equatable {
  case empty
  /// Matches nothing.
  case never
  case bytes(ByteSet)
  /// A separator in front of the match, or the start of all text.
  case before(ByteSet)
  /// A separator behind the match.
  case after(ByteSet)
  case wordBoundary(isNegated: Bool)
  case sequence([BytePattern])
  case choice([BytePattern])
  case repeated(BytePattern, least: Int, most: Int?)

  static func joined(_ parts: [BytePattern]) -> BytePattern {
    if parts.contains(.never) { return .never }
    let parts = parts.filter { $0 != .empty }
    return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
  }

  static func either(_ parts: [BytePattern]) -> BytePattern {
    let parts = parts.filter { $0 != .never }
    return parts.isEmpty ? .never : parts.count == 1 ? parts[0] : .choice(parts)
  }

  /// Whether some match has no byte of text in it; separators do not count.
  var canBeEmpty: Bool {
    switch self {
    case .empty, .before, .after, .wordBoundary: true
    case .bytes, .never: false
    case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
    case .choice(let parts): parts.contains(where: \.canBeEmpty)
    case .repeated(let inner, let least, _): least == 0 || inner.canBeEmpty
    }
  }

  /// How many sets of bytes it has when all repetitions are written out: what compiling it costs.
  var size: Int {
    switch self {
    case .empty, .wordBoundary, .never: return 0
    case .bytes, .before, .after: return 1
    case .sequence(let parts), .choice(let parts): return parts.reduce(0) { $0 + $1.size }
    case .repeated(.bytes, let least, let most):
      // These are counted, not written out.
      return 1 + max(least, most ?? 0) / 16
    case .repeated(let inner, let least, let most):
      let (size, isTooLarge) = inner.size.multipliedReportingOverflow(by: max(1, most ?? least))
      return isTooLarge ? 1 << 40 : min(size, 1 << 40)
    }
  }
}

/// How texts stand end to end.
enum TextLayout: Hashable, Sendable {
  /// Stored records: cells end with one byte, values with another.
  case records
  /// Lines of a file, ended by LF or CR LF.
  case lines

  /// The byte that ends every unit.
  var end: UInt8 { self == .records ? Separator.field : UInt8(ascii: "\n") }

  /// The bytes between two texts.
  var separators: ByteSet {
    self == .records ? ByteSet(Separator.value...Separator.field) : ByteSet(end)
  }
}
