internal import Corpora
internal import UnicodeText

/// Finds records that contain a string.
struct SubstringMatcher: Matcher {
  enum Need: Sendable {
    /// Every record matches.
    case nothing
    /// No record matches, because the query is not empty but folds to the empty text.
    case impossible
    case needle(Needle)
  }

  let need: Need
  /// The folding of the needle; `nil` only if the query needs no needle.
  let foldsBy: Folding?
  let scope: FieldScope
  let bounds: HitBounds
  private let highlighter: Highlighter?
  private let exactness = RowHitFinder.Exactness()

  init(need: Need, foldsBy: Folding?, scope: FieldScope, bounds: HitBounds = .anywhere) {
    self.need = need
    self.bounds = bounds
    self.foldsBy = foldsBy
    self.scope = scope
    if case .needle(let needle) = need, let foldsBy {
      highlighter = Highlighter(
        folding: foldsBy, scope: scope, targets: [.init(kind: .needle(needle), scope: scope)],
        bounds: bounds)
    } else {
      highlighter = nil
    }
  }

  var folding: Folding? {
    if case .needle = need { foldsBy } else { nil }
  }

  var requirement: Requirement {
    guard case .needle(let needle) = need else { return .nothing }
    return .substring(needle.bytes)
  }

  var isRequirementSufficient: Bool {
    if case .needle = need { scope.isEverything && bounds == .anywhere } else { false }
  }

  var requiredNeedles: [RequiredNeedle] {
    guard case .needle(let needle) = need else { return [] }
    return [RequiredNeedle(needle)]
  }

  var narrowingKey: NarrowingKey? {
    guard case .needle(let needle) = need, bounds == .anywhere else { return nil }
    return .substring(needle.bytes)
  }

  var explanation: [Explanation.Line] {
    switch need {
    case .nothing: [.init("folded", "the query is empty: every record matches")]
    case .impossible: [.init("folded", "folding leaves no text of the query: no record matches")]
    case .needle(let needle):
      [.init("folded", "\"\(String(decoding: needle.bytes, as: UTF8.self))\"")]
    }
  }

  func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool {
    switch need {
    case .nothing: return true
    case .impossible: return false
    case .needle(let needle):
      if bounds != .anywhere { return matches(folded, needle) }
      return SubstringScan(needle: needle, scope: scope).first(in: folded, from: 0) != nil
    }
  }

  /// Whether a folded record contains an occurrence of the needle that the option `bounds` allows.
  private func matches(_ folded: Span<UInt8>, _ needle: Needle) -> Bool {
    for part in RecordPart.parts(of: folded, in: scope)
    where needle.next(in: folded.extracting(part.range), from: 0, bounds) != nil {
      return true
    }
    return false
  }

  func hits(in record: Span<UInt8>) -> [Hit] { highlighter?.hits(in: record) ?? [] }

  func appendHits(
    in record: Span<UInt8>, isFirstEnough: Bool, to hits: inout [Hit]
  ) -> Bool {
    highlighter?.appendHits(in: record, isFirstEnough: isFirstEnough, to: &hits)
    return false
  }

  func appendHits(
    inEach records: Span<Range<Int>>, of text: Span<UInt8>, isFirstEnough: Bool,
    to found: inout RowHits
  ) {
    if let highlighter, let finder = RowHitFinder(highlighter, exactness) {
      finder.appendHits(inEach: records, of: text, isFirstEnough: isFirstEnough, to: &found)
    } else {
      appendHitsOneByOne(inEach: records, of: text, isFirstEnough: isFirstEnough, to: &found)
    }
  }

  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink) {
    switch need {
    case .impossible: break
    case .nothing:
      for record in records {
        if sink.isFull { return }
        sink.add(record)
      }
    case .needle(let needle):
      let scan = SubstringScan(needle: needle, scope: scope)
      if bounds != .anywhere {
        scan.find(records, of: text.folded) { found in
          for index in found.indices where !sink.isFull {
            add(Int(found[index]), of: text, needle, to: &sink)
          }
          return !sink.isFull
        }
      } else if sink.countsHits {
        scan.count(records, of: text, into: &sink) { self.hits(in: $0).count }
      } else {
        scan.find(records, of: text.folded) { found in
          sink.add(found)
          return !sink.isFull
        }
      }
    }
  }

  func scan(each records: Span<UInt32>, of text: SegmentText, into sink: inout MatchSink) {
    switch need {
    case .impossible: break
    case .nothing: sink.add(records)
    case .needle(let needle) where bounds != .anywhere:
      for index in records.indices where !sink.isFull {
        add(Int(records[index]), of: text, needle, to: &sink)
      }
    case .needle(let needle):
      SubstringScan(needle: needle, scope: scope).count(each: records, of: text, into: &sink) {
        self.hits(in: $0).count
      }
    }
  }

  /// Adds a record that contains the needle, if the option `bounds` allows at least one of its
  /// occurrences.
  private func add(
    _ record: Int, of text: SegmentText, _ needle: Needle, to sink: inout MatchSink
  ) {
    text.withRecord(record) { original, folded in
      guard matches(folded, needle) else { return }
      sink.add(record)
      if sink.countsHits { sink.addHits(hits(in: original).count) }
    }
  }
}
