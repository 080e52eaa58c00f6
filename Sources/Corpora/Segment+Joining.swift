internal import Synchronization
internal import UnicodeText

extension Segment {
  /// Whether the text may hold scalars that form a cluster with whatever follows them; `false` is certain.
  ///
  /// - Complexity: O(*n*) in bytes of text the first time it is asked, unless the text is ASCII.
  package var mayJoinForward: Bool {
    if isASCII { return false }
    switch joining.load(ordering: .relaxed) {
    case Self.doesNotJoin: return false
    case Self.mayJoin: return true
    default:
      let mayOccur = text.withSpan { ForwardJoiners.mayOccur(in: $0) }
      joining.store(mayOccur ? Self.mayJoin : Self.doesNotJoin, ordering: .relaxed)
      return mayOccur
    }
  }

  /// Whether `mayJoinForward` is known to be false without looking at the text.
  var isKnownNotToJoin: Bool { isASCII || joining.load(ordering: .relaxed) == Self.doesNotJoin }

  /// Spares looking at the text, where all of it is of segments that do not join.
  func noteThatItDoesNotJoin() { joining.store(Self.doesNotJoin, ordering: .relaxed) }

  private static let doesNotJoin: UInt8 = 1
  private static let mayJoin: UInt8 = 2
}
