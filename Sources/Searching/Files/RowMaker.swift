internal import Corpora
internal import UnicodeText

/// Makes a batch of rows from the findings of one task of a file search.
struct RowMaker {
  private let findings: FileFindings
  private let found: FoundRows
  private let base: FileNumbering.Base
  private let query: FileQuery
  private let matchers: FieldMatchers

  /// The columns that rows should have; `nil` to keep the columns of the records.
  private let fields: [Field]?

  init(
    _ findings: FileFindings, _ found: FoundRows, _ base: FileNumbering.Base, _ query: FileQuery,
    _ matchers: FieldMatchers, _ knownFields: [Field]
  ) {
    self.findings = findings
    self.found = found
    self.base = base
    self.query = query
    self.matchers = matchers
    let own = found.corpus.fields
    // In a file that is read in several parts, the records of a part may lack fields that first
    // occur in an earlier part.
    let isPart = findings.source != nil
    let isJSON = found.corpus.sources.sources.contains { $0.columns == nil }
    let usesAll = own.count > 1 || (isPart || isJSON) && !base.fields.isEmpty
    let wanted = knownFields.isEmpty ? (usesAll ? base.fields : own) : knownFields
    let hasEnough = wanted.starts(with: own) && knownFields.isEmpty && !isPart
    fields = hasEnough || wanted == own ? nil : wanted
  }

  func batch() -> RowBatch {
    let corpus = arranged()
    let wantsHits = query.request.details.hits && !query.isInverted
    let matcher = wantsHits ? matchers.matcher(for: corpus.fields) : nil
    let records = records(of: corpus)
    if let batch = sharingBatch(records, of: corpus, by: matcher) { return batch }
    if let matcher { return batch(records, of: corpus, by: matcher) }
    return batch(records, of: corpus, by: Shared<SubstringMatcher>?.none)
  }

  /// The records to show.
  private func records(of corpus: Corpus) -> GrowableBuffer<UInt32> {
    var records = GrowableBuffer<UInt32>()
    if query.request.details.hasContext {
      for index in 0..<corpus.count { records.append(UInt32(index)) }
    } else {
      _ = found.matches.append(
        0..<corpus.count, countedFrom: 0, limit: base.wanted, to: &records)
    }
    return records
  }

  /// A batch whose rows are ranges of the corpus's text, which is not copied.
  ///
  /// Returns `nil` if fewer than half of the corpus's records are shown, or if the column number of
  /// each hit in its line of the file must be computed.
  private func sharingBatch(
    _ records: borrowing GrowableBuffer<UInt32>, of corpus: Corpus, by matcher: (any Matcher)?
  ) -> RowBatch? {
    let details = query.request.details
    guard corpus.segments.count == 1, records.count >= corpus.count / 2,
      details.fileColumns == .none || !corpus.hasCellPlaces
    else { return nil }
    let segment = corpus.segments[0]
    var builder = RowBatch.Builder(fields: corpus.fields, sharing: segment.text)
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(records.count)
    builder.reserve(records.count)
    segment.starts.withSpan { starts in
      forEachEntry(of: records, in: corpus, &builder) { row, index, _, builder in
        let range = Int(starts[index])..<Int(starts[index + 1])
        builder.append(row, at: range)
        if matcher != nil {
          ranges.append(row.isContext ? range.lowerBound..<range.lowerBound : range)
        }
      }
    }
    if let matcher {
      var hits = RowHits()
      segment.text.withSpan { text in
        matcher.appendHits(
          inEach: ranges.span, of: text, isFirstEnough: details.isFirstHitEnough, to: &hits)
      }
      builder.takeHits(hits)
    } else {
      builder.takeHits(RowHits(none: builder.count))
    }
    var batch = builder.finish()
    batch.move(to: base.matches)
    return batch
  }

  /// Calls `body` for each row to show, with the row's entry, and the index and text of its record.
  ///
  /// The entry that `body` receives has no hits yet.
  @inline(__always) private func forEachEntry(
    of records: borrowing GrowableBuffer<UInt32>, in corpus: Corpus,
    _ builder: inout RowBatch.Builder,
    _ body: (RowBatch.Entry, Int, Span<UInt8>, inout RowBatch.Builder) -> Void
  ) {
    let hasContext = query.request.details.hasContext
    var place = PartPlaces(findings.parts, base, found)
    let sources = corpus.sources.sources
    // The indices of the previous row's source in the corpus and in the batch.
    var (source, shownSource) = (-1, -1)
    records.withSpan { records in
      corpus.forEach(records) { index, sourceIndex, sourceLine, bytes in
        if sourceIndex != source {
          source = sourceIndex
          shownSource = builder.place(
            ofSource: sources[source].path, columns: sources[source].columns)
        }
        let id = RecordID(UInt64(index))
        let (record, line) = place.numbers(of: id, sourceLine, in: corpus)
        let row = RowBatch.Entry(
          record: record, line: line, source: shownSource,
          isContext: hasContext && !found.matches.contains(id))
        body(row, index, bytes, &builder)
      }
    }
  }

  private func batch(
    _ records: borrowing GrowableBuffer<UInt32>, of corpus: Corpus, by matcher: some Matcher
  ) -> RowBatch {
    batch(records, of: corpus, by: Shared(matcher))
  }

  /// Holds a matcher by reference, because copying it for each row would take longer than the
  /// search for hits.
  private final class Shared<M: Matcher> {
    let matcher: M

    init(_ matcher: M) { self.matcher = matcher }
  }

  /// Makes the rows; if a matcher is passed, the rows include its hits.
  private func batch<M: Matcher>(
    _ records: borrowing GrowableBuffer<UInt32>, of corpus: Corpus, by shared: Shared<M>?
  ) -> RowBatch {
    let details = query.request.details
    let hasFileColumns = details.fileColumns != .none && corpus.hasCellPlaces
    var builder = RowBatch.Builder(fields: corpus.fields)
    forEachEntry(of: records, in: corpus, &builder) { row, index, bytes, builder in
      guard !row.isContext, let shared else { return builder.append(row, bytes) }
      guard hasFileColumns else {
        return builder.append(row, bytes) { hits in
          shared.matcher.appendHits(
            in: bytes, isFirstEnough: details.isFirstHitEnough, to: &hits)
        }
      }
      var row = row
      let (hits, isByFullName) = shared.matcher.markedHits(in: bytes)
      row.isFullName = isByFullName
      builder.append(
        row, bytes, hits: hits,
        fileColumns: corpus.fileColumns(
          details.fileColumns, of: hits, in: RecordID(UInt64(index))))
    }
    var batch = builder.finish()
    batch.move(to: base.matches)
    return batch
  }

  /// The records with their cells in the order of `fields`.
  private func arranged() -> Corpus {
    guard let fields, let arranged = try? found.corpus.arranged(by: fields) else {
      return found.corpus
    }
    return arranged
  }
}

/// Computes the number and line number of each record; the records must be passed in ascending
/// order.
struct PartPlaces: Sendable {
  private let parts: [FileFindings.Part]
  private let base: FileNumbering.Base
  private let areLines: Bool
  private let given: FrozenBuffer<UInt32>?

  /// The index of the current part.
  private var part = -1
  /// The number of records before the current part.
  private var records: Int
  /// The index of the current source.
  private var source = -1
  /// The end of the current source: the index in the corpus after the source's last record.
  private var end = 0
  /// The number of lines of the file before the current part.
  private var lines = 0

  init(_ parts: [FileFindings.Part], _ base: FileNumbering.Base, _ found: FoundRows) {
    self.parts = parts
    self.base = base
    areLines = found.areLines
    given = found.numbers
    records = base.records
  }

  mutating func numbers(
    of id: RecordID, _ line: Int, in corpus: Corpus
  ) -> (record: UInt64, line: Int) {
    while Int(id.rawValue) >= end { advance(in: corpus) }
    if areLines { return (UInt64(records + line - 1), lines + line) }
    let number = given.map { UInt64($0[Int(id.rawValue)]) } ?? id.rawValue
    return (UInt64(records) + number, line)
  }

  /// Moves to the next source that has records, and to the part of the file in which that source
  /// begins.
  private mutating func advance(in corpus: Corpus) {
    let sources = corpus.sources.sources
    source += 1
    end = source + 1 < sources.count ? sources[source + 1].firstRecord : corpus.count
    repeat {
      if part >= 0, part < parts.count { records += parts[part].records }
      part += 1
    } while part + 1 < parts.count && parts[part].path != sources[source].path
    lines = areLines && part < parts.count && parts[part].continuesFile ? base.lines : 0
  }
}
