/// A glob that cannot match a slash; it consists of bytes, byte sets and stars.
struct NameGlob: Sendable {
  /// The set of bytes that each token accepts; nil for a star.
  private let sets: [ByteSet?]

  /// Compiles the tokens; nil if any of them can match a slash, or is not a byte, a set or a star.
  init?(_ tokens: ArraySlice<GlobToken>) {
    var sets: [ByteSet?] = []
    for token in tokens {
      switch token {
      case .byte(UInt8(ascii: "/")): return nil
      case .byte(let byte): sets.append(ByteSet(byte...byte))
      case .set(let set):
        if set.contains(UInt8(ascii: "/")) { return nil }
        sets.append(set)
      case .anyRun: sets.append(nil)
      default: return nil
      }
    }
    self.sets = sets
  }

  /// Whether the glob matches the whole of `name`, which must not contain a slash.
  ///
  /// After a mismatch, the last star is extended by one byte. Earlier stars need not be tried
  /// again.
  ///
  /// - Complexity: O(*n* · *m*), where *n* and *m* are the lengths of the glob and the name.
  func matches(_ name: Span<UInt8>) -> Bool {
    var (at, next) = (0, 0)
    var (retryAt, retryNext) = (-1, -1)
    while at < name.count {
      if next < sets.count, sets[next] == nil {
        next += 1
        (retryAt, retryNext) = (at, next)
      } else if next < sets.count, let set = sets[next], set.contains(name[at]) {
        at += 1
        next += 1
      } else if retryAt >= 0 {
        retryAt += 1
        (at, next) = (retryAt, retryNext)
      } else {
        return false
      }
    }
    while next < sets.count, sets[next] == nil { next += 1 }
    return next == sets.count
  }
}
