internal import Synchronization
package import UnicodeText

/// Records of text end to end, at most `Segment.limit` bytes.
package final class Segment: Sendable {
  /// The most bytes that loading puts into one segment, and so the most that one record may have.
  ///
  /// No folding makes UTF-8 more than three times as long, so that the offsets of a folded segment
  /// fit in 32 bits as well.
  package static let limit = 5 << 28

  package let text: FrozenBuffer<UInt8>

  /// Where each record begins in `text`, and one more: the end of the last.
  ///
  /// `starts.count == count + 1`.
  package let starts: FrozenBuffer<UInt32>

  /// The id of the first record.
  package let firstRecord: Int

  /// Whether all of `text` is ASCII, separators aside.
  package let isASCII: Bool

  /// What is known of `mayJoinForward`; 0 is nothing.
  let joining = Atomic<UInt8>(0)

  /// The number of records.
  package var count: Int { starts.count - 1 }

  package init(
    text: FrozenBuffer<UInt8>, starts: FrozenBuffer<UInt32>, firstRecord: Int, isASCII: Bool
  ) {
    self.text = text
    self.starts = starts
    self.firstRecord = firstRecord
    self.isASCII = isASCII
  }

  /// The same text and boundaries, further on in a corpus.
  func moved(to firstRecord: Int) -> Segment {
    if firstRecord == self.firstRecord { return self }
    let moved = Segment(text: text, starts: starts, firstRecord: firstRecord, isASCII: isASCII)
    moved.joining.store(joining.load(ordering: .relaxed), ordering: .relaxed)
    return moved
  }

  /// The bytes of the record at `index` of this segment, with its last separator.
  package func bounds(of index: Int) -> Range<Int> {
    Int(starts[index])..<Int(starts[index + 1])
  }
}
