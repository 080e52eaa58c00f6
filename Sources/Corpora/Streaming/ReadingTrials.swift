internal import Synchronization
internal import System

/// Chooses how to read each part of a large file: from a mapping, or by copying the part into a
/// buffer.
///
/// Which method is faster depends on the processor, on the virtual machine, and on the sizes of the
/// file's folios in the page cache. Therefore, the first parts are read with alternating methods,
/// and all other parts with the faster method. The measured time of a part includes the time to
/// search its text. To measure copying, only the start of a part is copied, because copying is
/// usually slower.
final class ReadingTrials: Sendable {
  /// The method for reading one part, and the time when the reading began.
  struct Turn {
    let isMapped: Bool
    /// The time when the reading began, in nanoseconds; nil if the reading is not measured.
    fileprivate let start: UInt64?

    /// If the part is copied, the maximum number of bytes to copy; the rest of the part is read
    /// from the mapping.
    var maximumCopiedBytes: Int { start == nil ? .max : ReadingTrials.copiedBytes }
  }

  /// The number of parts to measure with each of the two methods.
  private static let trials = 3

  /// The maximum number of trials to begin.
  ///
  /// This number is larger than `trials`, because a trial gives no measurement if its part is not
  /// read completely.
  private static let maximumBegun = 16

  /// The number of bytes that are copied to measure copying.
  private static let copiedBytes = 3 << 17

  /// The length, in bytes, of the shortest part that is measured.
  private static let minimumMeasuredBytes = 1 << 20

  /// Returns the current time in nanoseconds.
  private let now: @Sendable () -> UInt64

  /// Whether a range is in large folios of the page cache; if so, the range is read from the
  /// mapping.
  private let hasLargeFolio: @Sendable (FileMapping, Range<Int>) -> Bool

  private let begun = Atomic(0)
  private let mappedParts = Atomic(0)
  private let copiedParts = Atomic(0)

  /// The shortest measured time for reading from the mapping, in picoseconds per byte; `Int.max` if
  /// nothing was measured.
  private let mapped = Atomic(Int.max)

  /// The shortest measured time for copying, in picoseconds per byte; `Int.max` if nothing was
  /// measured.
  private let copied = Atomic(Int.max)

  /// Creates the trials of a file; tests replace the clock and the test for large folios.
  init(
    now: @escaping @Sendable () -> UInt64 = Platform.monotonicNanoseconds,
    hasLargeFolio: @escaping @Sendable (FileMapping, Range<Int>) -> Bool = {
      $0.hasLargeFolio(in: $1)
    }
  ) {
    self.now = now
    self.hasLargeFolio = hasLargeFolio
  }

  /// Decides how to read a range of a file that is mapped in `mapping`.
  ///
  /// The caller must pass the returned `Turn` to `end` after the range, or the copied start of the
  /// range, was read and searched.
  func turn(for range: Range<Int>, in mapping: FileMapping?, _ use: MappingUse) -> Turn {
    guard let mapping, use != .never else { return Turn(isMapped: false, start: nil) }
    if use == .always { return Turn(isMapped: true, start: nil) }
    guard range.count >= Self.minimumMeasuredBytes else {
      return Turn(isMapped: prefersMapping, start: nil)
    }
    if hasLargeFolio(mapping, range) { return Turn(isMapped: true, start: nil) }
    let mapped = mappedParts.load(ordering: .relaxed)
    let copied = copiedParts.load(ordering: .relaxed)
    if min(mapped, copied) >= Self.trials
      || begun.add(1, ordering: .relaxed).oldValue >= Self.maximumBegun
    {
      return Turn(isMapped: prefersMapping, start: nil)
    }
    return Turn(isMapped: mapped <= copied, start: now())
  }

  /// Records how long it took to read and search the first `count` bytes of a range.
  func end(_ turn: Turn, bytes count: Int) {
    guard let start = turn.start else { return }
    let time = (now() - start) * 1_000 / UInt64(max(count, 1))
    if turn.isMapped {
      mapped.min(Int(clamping: time), ordering: .relaxed)
      mappedParts.add(1, ordering: .relaxed)
    } else {
      copied.min(Int(clamping: time), ordering: .relaxed)
      copiedParts.add(1, ordering: .relaxed)
    }
  }

  /// Whether the trials show that reading from the mapping is faster than copying.
  ///
  /// The mapping must save more than a twentieth of the copying time, because the measured time
  /// does not include the time for unmapping the pages.
  private var prefersMapping: Bool {
    let mapped = mapped.load(ordering: .relaxed)
    let copied = copied.load(ordering: .relaxed)
    return mapped < .max && copied < .max && mapped < copied - copied / 20
  }
}
