internal import Corpora
internal import Synchronization
internal import UnicodeText

/// Finds the hits of one needle in many records that have one field each.
///
/// One scan of the text of all records finds the first occurrence in each record. If a record is
/// ASCII, each of its characters is a grapheme cluster, which folds independently of its neighbors.
/// The occurrences are then the hits. In a non-ASCII record, an occurrence is a hit if two
/// conditions are met. First, the needle and the characters next to the occurrence are ASCII.
/// Second, no non-ASCII scalar folds to a character of the needle. If it is not certain that an
/// occurrence is a hit, the highlighter finds the hits of the record.
struct RowHitFinder {
  private let highlighter: Highlighter
  private let needle: Needle

  /// Whether an occurrence between ASCII characters is certain to be a hit in a non-ASCII record.
  private let isExact: Bool

  /// Creates a finder for a highlighter that searches for one needle in records with one field.
  ///
  /// The result is `nil` if the highlighter has other targets, if it searches other fields, or if
  /// the option `bounds` restricts its hits. The result is also `nil` if an occurrence in ASCII
  /// text is not certain to be a hit.
  init?(_ highlighter: Highlighter, _ exactness: Exactness) {
    guard highlighter.scope.isOneText, highlighter.bounds == .anywhere,
      highlighter.targets.count == 1, highlighter.targets[0].scope.includes(0),
      case .needle(let needle) = highlighter.targets[0].kind, needle.isCertainInASCII
    else { return nil }
    self.highlighter = highlighter
    self.needle = needle
    isExact = exactness.value(of: needle, highlighter.folding)
  }

  /// Computes and stores the result of `value(of:_:)` when it is first needed.
  final class Exactness: Sendable {
    private let known = Mutex<Bool?>(nil)

    /// Whether `needle` is ASCII and no non-ASCII scalar folds to one of its characters.
    ///
    /// The first call computes the result, so all calls must pass the same needle and folding.
    ///
    /// - Complexity: about 700 table lookups for each byte of the needle, in the first call.
    func value(of needle: Needle, _ folding: Folding) -> Bool {
      known.withLock { known in
        if let known { return known }
        let isExact =
          !folding.ignoresDiacritics
          && needle.bytes.allSatisfy {
            $0 < 0x80 && FoldVariants.scalars(yielding: $0, under: folding).isEmpty
          }
        known = isExact
        return isExact
      }
    }
  }

  /// Appends the hits of records, which are ascending ranges of `text`.
  ///
  /// An empty range stands for a record without hits.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes from the first to the last record.
  func appendHits(
    inEach records: Span<Range<Int>>, of text: Span<UInt8>, isFirstEnough: Bool,
    to found: inout RowHits
  ) {
    // The first occurrence in each record, for a batch of records.
    var places = GrowableBuffer<Int>(capacity: 512)
    var next = 0
    var searched = 0
    // The first non-ASCII byte at or after the start of the current record.
    var nonASCII = -1
    // The folded text of a record that is not ASCII.
    var folded = GrowableBuffer<UInt8>()
    let ignoresCase = highlighter.folding.ignoresCase
    for index in records.indices {
      let record = records[index]
      if record.isEmpty {
        found.endRecord()
        continue
      }
      if nonASCII < record.lowerBound {
        nonASCII = record.lowerBound + Kernels.asciiPrefix(of: text, from: record.lowerBound)
      }
      while true {
        while next < places.count, places[next] < record.lowerBound { next += 1 }
        if next < places.count { break }
        searched = max(searched, record.lowerBound)
        if searched >= text.count { break }
        places.truncate(to: 0)
        next = 0
        searched = Kernels.appendFirstPlaces(
          of: needle.bytes.span, by: needle.pair, ignoringCase: ignoresCase, in: text,
          from: searched, endingLinesWith: Separator.field, to: &places)
      }
      let first =
        next < places.count && places[next] < record.upperBound ? places[next] : record.upperBound
      let isFound = append(
        first, in: record, of: text, isASCII: nonASCII >= record.upperBound,
        isFirstEnough: isFirstEnough, to: &found.hits)
      if !isFound,
        !highlighter.appendAlignedHits(
          in: text.extracting(record), isFirstEnough: isFirstEnough, &folded, to: &found.hits)
      {
        highlighter.appendHits(
          in: text.extracting(record), isFirstEnough: isFirstEnough, to: &found.hits)
      }
      found.endRecord()
    }
  }

  /// Appends the occurrences of the needle in a record as its hits.
  ///
  /// `first` is the offset of the first occurrence, or the end of the record if the needle does not
  /// occur. If an occurrence is not certain to be a hit, the function appends nothing and returns
  /// false.
  @inline(__always) private func append(
    _ first: Int, in record: Range<Int>, of text: Span<UInt8>, isASCII: Bool, isFirstEnough: Bool,
    to hits: inout [Hit]
  ) -> Bool {
    let end = record.upperBound - 1
    guard isASCII || isExact, text[end] == Separator.field else { return false }
    let known = hits.count
    var place = first
    while place < end {
      let after = place + needle.bytes.count
      if !isASCII,
        after < end && text[after] >= 0x80
          || place > record.lowerBound && text[place - 1] >= 0x80
      {
        hits.removeSubrange(known...)
        return false
      }
      hits.append(
        Hit(field: 0, range: place - record.lowerBound..<after - record.lowerBound))
      if isFirstEnough { break }
      let rest = text.extracting(record.lowerBound..<end)
      guard
        let other = needle.next(
          in: rest, from: after - record.lowerBound, .anywhere,
          ignoringCase: highlighter.folding.ignoresCase)
      else { break }
      place = record.lowerBound + other.lowerBound
    }
    return true
  }
}
