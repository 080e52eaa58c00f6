internal import Synchronization
package import UnicodeText

/// Records that are stored back to back, in at most `Segment.limit` bytes.
package final class Segment: Sendable {
  /// The maximum size in bytes of a loaded segment, and therefore of a record.
  ///
  /// Folding makes UTF-8 text at most three times as long, so offsets in a folded segment also fit
  /// in 32 bits.
  package static let limit = 5 << 28

  package let text: FrozenBuffer<UInt8>

  /// The offset of each record in `text`, followed by the end offset of the last record.
  ///
  /// `starts.count == count + 1`.
  package let starts: FrozenBuffer<UInt32>

  /// The index in the corpus of the segment's first record.
  package let firstRecord: Int

  /// Whether all of `text` is ASCII, except separators.
  package let isASCII: Bool

  /// The file positions of the cells; nil if the positions are unknown, as for plain lines.
  let places: CellPlaces?

  /// The cached value of `mayJoinForward`; 0 means unknown.
  let joining = Atomic<UInt8>(0)

  /// The number of records.
  package var count: Int { starts.count - 1 }

  package init(
    text: FrozenBuffer<UInt8>, starts: FrozenBuffer<UInt32>, firstRecord: Int, isASCII: Bool,
    places: CellPlaces? = nil
  ) {
    self.places = places
    self.text = text
    self.starts = starts
    self.firstRecord = firstRecord
    self.isASCII = isASCII
  }

  /// A segment with the same records, whose first record has the index `firstRecord`.
  func moved(to firstRecord: Int) -> Segment {
    if firstRecord == self.firstRecord { return self }
    let moved = Segment(
      text: text, starts: starts, firstRecord: firstRecord, isASCII: isASCII, places: places)
    moved.joining.store(joining.load(ordering: .relaxed), ordering: .relaxed)
    return moved
  }

  /// The byte range of the record at `index` of this segment, including the record's last
  /// separator.
  package func bounds(of index: Int) -> Range<Int> {
    Int(starts[index])..<Int(starts[index + 1])
  }
}
