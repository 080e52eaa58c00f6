/// A glob of bytes, sets of bytes and stars, none of which reads a slash.
struct NameGlob: Sendable {
  /// Each reads one byte, or is a star if nil.
  private let sets: [ByteSet?]

  /// Nil if a token could read a slash, or is none of these.
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

  /// Whether all of `name`, which has no slash, matches.
  ///
  /// After a mismatch the last star takes one more byte: what came before it need not be tried again.
  ///
  /// - Complexity: O(*n* · *m*) in the bytes of both.
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
