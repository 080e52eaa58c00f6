/// A buffer that several threads fill in parallel, each its own part.
///
/// - Precondition: Parts that are in use at the same time do not overlap, and the buffer outlives them.
@safe package struct SharedBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
  private let start: UnsafeMutablePointer<Element>?
  private let count: Int

  @unsafe package init(_ room: UnsafeMutableBufferPointer<Element>) {
    unsafe start = room.baseAddress
    count = room.count
  }

  /// The elements in `range`, relative to the start of the buffer.
  @unsafe package func part(_ range: Range<Int>) -> UnsafeMutableBufferPointer<Element> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    // SAFETY: the range was checked.
    return unsafe UnsafeMutableBufferPointer(
      start: start.map { unsafe $0 + range.lowerBound }, count: range.count)
  }

  /// Makes the memory of the elements in `range` resident; other threads may write at the same time.
  ///
  /// See `Memory.makeResident`.
  package func makeResident(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    guard let start = unsafe start else { return }
    // SAFETY: the range was checked.
    unsafe Memory.makeResident(
      start + range.lowerBound, range.count, room: count - range.lowerBound)
  }
}
