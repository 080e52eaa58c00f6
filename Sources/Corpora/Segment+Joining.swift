internal import Synchronization
internal import UnicodeText

extension Segment {
  /// Whether the text may hold scalars that join with whatever follows them into one grapheme cluster.
  ///
  /// `false` is certain.
  ///
  /// - Complexity: O(*n*) in bytes of text the first time, unless the text is ASCII.
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

  /// Whether `mayJoinForward` is known to be false without scanning the text.
  var isKnownNotToJoin: Bool { isASCII || joining.load(ordering: .relaxed) == Self.doesNotJoin }

  /// Records that `mayJoinForward` is false, so that the text is not scanned.
  ///
  /// Call it if all text comes from segments that do not join.
  func markAsNotJoining() { joining.store(Self.doesNotJoin, ordering: .relaxed) }

  private static let doesNotJoin: UInt8 = 1
  private static let mayJoin: UInt8 = 2
}
