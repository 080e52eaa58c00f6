internal import Corpora
internal import UnicodeText

/// Searches for one needle in the folded text of many records at once.
///
/// The kernel searches the text of all records as one text. No needle contains a separator byte
/// (see `Separator`), so no occurrence extends beyond a record. The bounds of records are needed
/// only to find the record that contains an occurrence.
struct SubstringScan: Sendable {
  let needle: Needle
  let scope: FieldScope

  /// In a stored record, the first occurrence that is in scope and begins at or after `start`.
  func first(in record: Span<UInt8>, from start: Int) -> Int? {
    var at = start
    while let place = needle.first(in: record, from: at) {
      if scope.includes(byteAt: place, ofRecordAt: 0, in: record) { return place }
      at = Self.fieldEnd(after: place, in: record)
    }
    return nil
  }

  /// The maximum number of occurrences to collect before their records are looked up.
  private static let batch = 512

  /// The minimum number of bytes of text for which occurrences are collected in batches.
  private static let minimumForBatches = 1 << 16

  /// Calls `body` with batches of the records in which the needle occurs, until `body` returns
  /// `false`.
  func find(
    _ records: Range<Int>, of segment: Segment, _ body: (Span<UInt32>) -> Bool
  ) {
    if records.isEmpty { return }
    let size = segment.starts[records.upperBound] - segment.starts[records.lowerBound]
    guard scope.isEverything, size >= Self.minimumForBatches else {
      return findOneByOne(records, of: segment, body)
    }
    var places = GrowableBuffer<Int>(capacity: Self.batch)
    var found = GrowableBuffer<UInt32>(capacity: Self.batch)
    segment.text.withSpan { bytes in
      segment.starts.withSpan { starts in
        let bytes = bytes.extracting(0..<Int(starts[records.upperBound]))
        var at = Int(starts[records.lowerBound])
        var record = records.lowerBound
        while at < bytes.count {
          places.truncate(to: 0)
          at = Kernels.appendFirstPlaces(
            of: needle.bytes.span, by: needle.pair, in: bytes, from: at,
            endingLinesWith: Separator.field, limit: Self.batch, to: &places)
          // If a record with several fields has occurrences in two batches, skip the record in the
          // second batch.
          let last = found.count > 0 ? found[found.count - 1] : .max
          found.truncate(to: 0)
          Kernels.appendRecords(
            holding: places, startingAt: starts, in: records, from: &record, to: &found)
          let shouldContinue = found.withSpan { found in
            let isSeen = !found.isEmpty && found[0] == last
            let new = found.extracting((isSeen ? 1 : 0)..<found.count)
            return new.isEmpty || body(new)
          }
          if !shouldContinue { return }
        }
      }
    }
  }

  /// Like `find`, but without batches; used if the text is short, or if some fields are not in
  /// scope.
  private func findOneByOne(
    _ records: Range<Int>, of segment: Segment, _ body: (Span<UInt32>) -> Bool
  ) {
    segment.text.withSpan { bytes in
      segment.starts.withSpan { starts in
        let bytes = bytes.extracting(0..<Int(starts[records.upperBound]))
        var at = Int(starts[records.lowerBound])
        var record = records.lowerBound
        while let place = needle.first(in: bytes, from: at) {
          record = RecordFinder.record(
            at: UInt32(place), in: starts, from: record, end: records.upperBound)
          let start = Int(starts[record])
          guard scope.includes(byteAt: place, ofRecordAt: start, in: bytes) else {
            at = Self.fieldEnd(after: place, in: bytes)
            continue
          }
          let found: InlineArray<1, UInt32> = [UInt32(record)]
          if !body(found.span) { return }
          at = Int(starts[record + 1])
        }
      }
    }
  }

  /// Adds to `sink` the records in which the needle occurs, and counts their hits.
  ///
  /// `exactCount` counts the hits of a record in which two occurrences may be a single hit in the
  /// original text.
  func count(
    _ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink,
    _ exactCount: (Span<UInt8>) -> Int
  ) {
    text.folded.text.withSpan { bytes in
      text.folded.starts.withSpan { starts in
        let bytes = bytes.extracting(0..<Int(starts[records.upperBound]))
        var at = Int(starts[records.lowerBound])
        var record = records.lowerBound
        var recordEnd = at
        var isAdded = false
        var hits = 0
        var lastEnd = 0
        while let place = needle.first(in: bytes, from: at) {
          if place >= recordEnd {
            if sink.isFull { return }
            record = RecordFinder.record(
              at: UInt32(place), in: starts, from: record, end: records.upperBound)
            recordEnd = Int(starts[record + 1])
            isAdded = false
          }
          if !scope.includes(byteAt: place, ofRecordAt: Int(starts[record]), in: bytes) {
            at = Self.fieldEnd(after: place, in: bytes)
            continue
          }
          if !isAdded {
            isAdded = true
            sink.add(record)
            hits = 0
          } else if place - lastEnd < needle.certainGap, mayMerge(record, of: text) {
            let exact = text.withRecord(record) { original, _ in exactCount(original) }
            sink.addHits(exact - hits)
            at = recordEnd
            continue
          }
          hits += 1
          sink.addHits(1)
          lastEnd = place + needle.bytes.count
          at = lastEnd
        }
      }
    }
  }

  /// Adds to `sink` those records of an ascending list in which the needle occurs, and counts their
  /// hits.
  func count(
    each records: Span<UInt32>, of text: SegmentText, into sink: inout MatchSink,
    _ exactCount: (Span<UInt8>) -> Int
  ) {
    text.folded.text.withSpan { bytes in
      text.folded.starts.withSpan { starts in
        for index in records.indices {
          if sink.isFull { return }
          let record = Int(records[index])
          let range = Int(starts[record])..<Int(starts[record + 1])
          let folded = bytes.extracting(range)
          guard let place = first(in: folded, from: 0) else { continue }
          sink.add(record)
          guard sink.countsHits else { continue }
          let hits = occurrences(in: folded, from: place)
          if hits.minimumGap >= needle.certainGap || !mayMerge(record, of: text) {
            sink.addHits(hits.count)
          } else {
            sink.addHits(text.withRecord(record) { original, _ in exactCount(original) })
          }
        }
      }
    }
  }

  /// The number of occurrences that begin at or after `first` and are in scope, and the minimum
  /// number of bytes between two of them.
  private func occurrences(
    in record: Span<UInt8>, from first: Int
  ) -> (count: Int, minimumGap: Int) {
    var found = (count: 1, minimumGap: Int.max)
    var end = first + needle.bytes.count
    while let place = self.first(in: record, from: end) {
      found.count += 1
      found.minimumGap = min(found.minimumGap, place - end)
      end = place + needle.bytes.count
    }
    return found
  }

  /// Whether several occurrences in the folded record may be a single hit in the original record.
  private func mayMerge(_ record: Int, of text: SegmentText) -> Bool {
    if !needle.isCertainInASCII { return true }
    if text.original.isASCII { return false }
    return text.withRecord(record) { original, _ in !UTF8Text.isASCII(original) }
  }

  /// The offset after the separator that ends the field at `offset`.
  private static func fieldEnd(after offset: Int, in text: Span<UInt8>) -> Int {
    (Kernels.firstIndex(of: Separator.field, in: text, from: offset) ?? text.count - 1) + 1
  }
}
