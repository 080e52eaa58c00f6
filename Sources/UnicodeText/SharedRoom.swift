/// Room that several threads fill side by side, each a part of its own.
///
/// - Precondition: The parts that are lent at one time have no element in common, and the room outlives them.
@safe package struct SharedRoom<Element: BitwiseCopyable>: @unchecked Sendable {
  private let start: UnsafeMutablePointer<Element>?
  private let count: Int

  @unsafe package init(_ room: UnsafeMutableBufferPointer<Element>) {
    unsafe start = room.baseAddress
    count = room.count
  }

  /// The elements in `range`, counted from the start of the room.
  @unsafe package func part(_ range: Range<Int>) -> UnsafeMutableBufferPointer<Element> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    // SAFETY: the range was checked.
    return unsafe UnsafeMutableBufferPointer(
      start: start.map { unsafe $0 + range.lowerBound }, count: range.count)
  }

  /// Has the memory made ready that those in `range` will be the first to use; others may write meanwhile.
  package func clearAhead(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    guard let start = unsafe start else { return }
    // SAFETY: the range was checked.
    unsafe Memory.clearAhead(
      start + range.lowerBound, range.count, room: count - range.lowerBound)
  }
}
