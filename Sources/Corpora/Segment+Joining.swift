internal import Synchronization
internal import UnicodeText

extension Segment {
  /// Whether the text may contain a scalar that forms one grapheme cluster with the next character
  /// (`ForwardJoiners`).
  ///
  /// If the value is false, the text certainly contains no such scalar.
  ///
  /// - Complexity: O(*n*) for the first call, where *n* is the number of bytes of text; O(1) for
  ///   later calls and for ASCII text.
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

  /// Sets `mayJoinForward` to false, so that the text is not scanned.
  ///
  /// Call this method if all text comes from segments for which `mayJoinForward` is false.
  package func markAsNotJoining() { joining.store(Self.doesNotJoin, ordering: .relaxed) }

  private static let doesNotJoin: UInt8 = 1
  private static let mayJoin: UInt8 = 2
}
