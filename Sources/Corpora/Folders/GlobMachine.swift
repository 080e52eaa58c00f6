/// A glob compiled to a position automaton over bytes (Glushkov's construction).
///
/// A position accepts one byte of a set. The automaton tracks all positions that the bytes so far
/// can reach, so it never backtracks.
struct GlobMachine: Sendable {
  /// The maximum number of positions of a glob.
  static let limit = 1024

  /// The set of bytes that each position accepts.
  private var sets: [ByteSet] = []

  /// For each position, the positions that can follow it.
  private var followers: [[Int]] = []

  /// `followers` as bit masks; empty if there are more than 64 positions.
  private var followerBits: [UInt64] = []
  private var firstBits: UInt64 = 0
  private var lastBits: UInt64 = 0
  private var whole = Fragment()

  /// A subexpression of a glob, with the positions at which its matches can begin and end.
  private struct Fragment {
    var isEmptyAccepted = true
    var first: [Int] = []
    var last: [Int] = []
  }

  /// Compiles a glob; nil if it has too many positions.
  init?(_ tokens: [GlobToken]) {
    whole = sequence(tokens)
    if sets.count > Self.limit { return nil }
    if sets.count <= 64 {
      followerBits = followers.map(Self.bits)
      firstBits = Self.bits(whole.first)
      lastBits = Self.bits(whole.last)
    }
  }

  private static func bits(_ positions: [Int]) -> UInt64 {
    positions.reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// Whether the glob matches the whole of `path`.
  ///
  /// - Complexity: O(*n* · *m*), where *n* is the number of bytes of the path, and *m* is the total
  ///   number of positions in `followers`.
  func matches(_ path: Span<UInt8>) -> Bool {
    if path.isEmpty { return whole.isEmptyAccepted }
    if sets.count > 64 { return matchesWide(path) }
    var reachable = firstBits
    var reached: UInt64 = 0
    for index in 0..<path.count {
      let byte = path[index]
      var open = reachable
      (reached, reachable) = (0, 0)
      while open != 0 {
        let position = open.trailingZeroBitCount
        open &= open - 1
        if sets[position].contains(byte) {
          reached |= 1 << UInt64(position)
          reachable |= followerBits[position]
        }
      }
      if reached == 0 { return false }
    }
    return reached & lastBits != 0
  }

  private func matchesWide(_ path: Span<UInt8>) -> Bool {
    var reachable = whole.first
    var reached: [Int] = []
    var isListed = [Bool](repeating: false, count: sets.count)
    for index in 0..<path.count {
      let byte = path[index]
      reached = reachable.filter { sets[$0].contains(byte) }
      if reached.isEmpty { return false }
      reachable.removeAll(keepingCapacity: true)
      for position in reached {
        for follower in followers[position] where !isListed[follower] {
          isListed[follower] = true
          reachable.append(follower)
        }
      }
      for position in reachable { isListed[position] = false }
    }
    return !Set(reached).isDisjoint(with: whole.last)
  }
}

extension GlobMachine {
  private mutating func position(_ set: ByteSet) -> Int {
    sets.append(set)
    followers.append([])
    return sets.count - 1
  }

  private mutating func connect(_ ends: [Int], _ starts: [Int]) {
    for end in ends { followers[end] += starts }
  }

  private mutating func sequence(_ tokens: [GlobToken]) -> Fragment {
    var whole = Fragment()
    var previous: GlobToken?
    for token in tokens {
      // A second consecutive star has no effect.
      if token == .anyRun && previous == .anyRun { continue }
      previous = token
      // A glob that is too large is rejected in `init`.
      if sets.count > Self.limit { break }
      let next = fragment(token)
      connect(whole.last, next.first)
      if whole.isEmptyAccepted { whole.first += next.first }
      whole.last = next.isEmptyAccepted ? whole.last + next.last : next.last
      whole.isEmptyAccepted = whole.isEmptyAccepted && next.isEmptyAccepted
    }
    return whole
  }

  private mutating func fragment(_ token: GlobToken) -> Fragment {
    let slash = ByteSet(UInt8(ascii: "/")...UInt8(ascii: "/"))
    switch token {
    case .byte(let byte): return single(ByteSet(byte...byte))
    case .set(let set): return single(set)
    case .anyRun:
      let run = position(.inName)
      connect([run], [run])
      return Fragment(first: [run], last: [run])
    case .anyFolders:
      let (run, end) = (position(.all), position(slash))
      connect([run], [run, end])
      return Fragment(first: [run, end], last: [end])
    case .anyRest:
      let (start, run) = (position(slash), position(.all))
      connect([start, run], [run])
      return Fragment(isEmptyAccepted: false, first: [start], last: [start, run])
    case .anyFoldersBetween:
      let (start, run, end) = (position(slash), position(.all), position(slash))
      connect([start, run], [run, end])
      return Fragment(isEmptyAccepted: false, first: [start], last: [start, end])
    case .alternatives(let globs): return alternatives(globs)
    }
  }

  private mutating func single(_ set: ByteSet) -> Fragment {
    let position = position(set)
    return Fragment(isEmptyAccepted: false, first: [position], last: [position])
  }

  /// Compiles the alternatives in braces, and ignores empty alternatives.
  ///
  /// If all alternatives are empty, the braces match the empty string.
  private mutating func alternatives(_ globs: [[GlobToken]]) -> Fragment {
    var whole = Fragment(isEmptyAccepted: false)
    var isEmpty = true
    for glob in globs where !Self.isEmpty(glob) {
      let part = sequence(glob)
      whole.isEmptyAccepted = whole.isEmptyAccepted || part.isEmptyAccepted
      whole.first += part.first
      whole.last += part.last
      isEmpty = false
    }
    return isEmpty ? Fragment() : whole
  }

  private static func isEmpty(_ glob: [GlobToken]) -> Bool {
    glob.allSatisfy {
      guard case .alternatives(let inner) = $0 else { return false }
      return inner.allSatisfy(isEmpty)
    }
  }
}
