internal import CRegex
internal import Corpora
internal import UnicodeText

extension RegexPrefilter.Finder {
  /// The place of the last byte of what was found in each unit from `start` on, where a unit begins, ascending.
  ///
  /// Some places may be in units that do not match, and some units may have several. `start` is moved to where to go on.
  ///
  /// - Returns: how many places were found; `nil` if the search failed.
  func find(
    in text: Span<UInt8>, from start: inout Int, unitsEndWith end: UInt8,
    _ places: inout MutableSpan<Int>
  ) -> Int? {
    switch self {
    case .strings(let finder, _): finder.find(in: text, from: &start, unitsEndWith: end, &places)
    case .vectorscan(let program):
      program.find(in: text, from: &start, unitsEndWith: end, &places)
    }
  }

  /// Whether every unit with a place in it matches.
  var isSufficient: Bool {
    if case .strings(_, let isSufficient) = self { return isSufficient }
    return false
  }
}

extension Pattern {
  /// How much of a search is done.
  struct Progress {
    /// Where to go on.
    var next: Int
    /// The bytes that the library was asked about.
    var asked: UInt64 = 0
  }

  /// So many places are found at once.
  private typealias Places = InlineArray<512, Int>

  /// Adds the matching ones of `records` to `sink`, until it is full, asking the library only where `finder` found
  /// something.
  ///
  /// - Returns: the record to go on with, not the last only if the finder failed.
  func scan(
    _ records: Range<Int>, of segment: Segment, in scope: FieldScope, isWhole: Bool,
    by finder: RegexPrefilter.Finder, into sink: inout MatchSink
  ) -> Progress {
    let flags = scope.isIncluded.map { $0 ? UInt8(1) : 0 }
    var places = Places(repeating: 0)
    var found = InlineArray<512, UInt32>(repeating: 0)
    var progress = Progress(next: records.lowerBound)
    while progress.next < records.upperBound, !sink.isFull {
      let bytes = Int(segment.starts[progress.next])..<Int(segment.starts[records.upperBound])
      var start = 0
      let count = segment.text.withSpan(of: bytes) { text in
        var room = places.mutableSpan
        return finder.find(in: text, from: &start, unitsEndWith: Separator.field, &room)
      }
      guard let count else { return progress }
      var hits: UInt64 = 0
      let first = progress.next
      let capacity = min(found.count, sink.room)
      var room = found.mutableSpan
      // SAFETY: all that is lent lives through the call; the places are bytes of the records, which are the segment's.
      let matching = unsafe places.span.withUnsafeBufferPointer { places in
        unsafe segment.text.withUnsafeBufferPointer { text in
          unsafe segment.starts.withUnsafeBufferPointer { starts in
            unsafe flags.withUnsafeBufferPointer { flags in
              unsafe room.withUnsafeMutableBufferPointer { found in
                var run = unsafe cre_run(
                  text: text.baseAddress, starts: starts.baseAddress, first: first,
                  end: records.upperBound, scope: scope.isEverything ? nil : flags.baseAddress,
                  field_count: flags.count, counts_hits: sink.countsHits ? 1 : 0)
                var list = unsafe cre_places(
                  places: places.baseAddress, count: count,
                  is_certain: finder.isSufficient ? 1 : 0, is_whole: isWhole ? 1 : 0)
                return unsafe cre_check_records(
                  handle, &run, &list, found.baseAddress, capacity, &hits, &progress.asked,
                  &progress.next)
              }
            }
          }
        }
      }
      for index in 0..<matching { sink.add(Int(found[index])) }
      sink.addHits(Int(hits))
      if start >= bytes.count { progress.next = records.upperBound }
    }
    return progress
  }

  /// Appends where the matching ones of the lines begin, at most `limit`.
  ///
  /// The library is asked only where `finder` found something. `start`, where a line begins, is moved to where to go on; all
  /// is seen if that is the end.
  ///
  /// - Returns: the bytes that the library was asked about; `nil` if the finder failed.
  func scanLines(
    in text: Span<UInt8>, from start: inout Int, limit: Int, by finder: RegexPrefilter.Finder,
    countingHits countsHits: Bool, into lines: inout RegexLines.Matches
  ) -> Int? {
    var places = Places(repeating: 0)
    var asked: UInt64 = 0
    let enough = limit.addingReportingOverflow(lines.starts.count).partialValue
    while start < text.count, limit == .max || lines.starts.count < enough {
      var next = start
      var room = places.mutableSpan
      guard let count = finder.find(in: text, from: &next, unitsEndWith: 0x0A, &room) else {
        return nil
      }
      let capacity = min(places.count, limit == .max ? .max : enough - lines.starts.count)
      var hits: UInt64 = 0
      var from = start
      // SAFETY: all that is lent lives through the call; the places are bytes of the text.
      unsafe places.span.withUnsafeBufferPointer { places in
        unsafe text.withUnsafeBufferPointer { text in
          var list = unsafe cre_places(
            places: places.baseAddress, count: count,
            is_certain: finder.isSufficient ? 1 : 0, is_whole: 0)
          unsafe lines.starts.append(upTo: capacity) { room in
            unsafe cre_check_lines(
              handle, text.baseAddress, text.count, &list, &from, room.baseAddress, capacity,
              countsHits ? 1 : 0, &hits, &asked)
          }
        }
      }
      lines.hitCount += Int(hits)
      let isFull = limit != .max && lines.starts.count >= enough
      // Behind the last line that was looked at there may be more, if the room for places was full.
      start = next >= text.count && !isFull ? text.count : from
    }
    return Int(asked)
  }

  /// The same for all lines, without a finder.
  func scanLines(
    in text: Span<UInt8>, from start: inout Int, limit: Int, isWhole: Bool,
    countingHits countsHits: Bool, into lines: inout RegexLines.Matches
  ) {
    var left = limit
    while start < text.count, left > 0 {
      let capacity = min(left, 512)
      var hits: UInt64 = 0
      var from = start
      let before = lines.starts.count
      // SAFETY: all that is lent lives through the call.
      unsafe text.withUnsafeBufferPointer { text in
        unsafe lines.starts.append(upTo: capacity) { room in
          unsafe cre_scan_lines(
            handle, text.baseAddress, text.count, &from, isWhole ? 1 : 0, room.baseAddress,
            capacity, countsHits ? 1 : 0, &hits)
        }
      }
      lines.hitCount += Int(hits)
      left -= lines.starts.count - before
      start = from
    }
  }

  /// The scalars that a pattern of one scalar and `+` matches, in ranges; `nil` if they are too many.
  ///
  /// With `isWide` it asks for all scalars below U+20000, else for a few that may speak for the others.
  func members(isWide: Bool) -> [ClosedRange<UInt32>]? {
    var bounds = [UInt32](repeating: 0, count: 4096)
    // SAFETY: the room lives through the call, which stays inside its count.
    let count = unsafe bounds.withUnsafeMutableBufferPointer {
      unsafe cre_members(handle, isWide ? 1 : 0, $0.baseAddress, $0.count)
    }
    guard count <= bounds.count else { return nil }
    return stride(from: 0, to: count, by: 2).map { bounds[$0]...bounds[$0 + 1] }
  }
}
