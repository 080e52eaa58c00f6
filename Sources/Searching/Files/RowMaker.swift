internal import Corpora
internal import UnicodeText

/// Makes a batch of rows from what a task of a file search found.
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
    let wanted = knownFields.isEmpty ? (own.count > 1 ? base.fields : own) : knownFields
    fields = wanted.starts(with: own) && knownFields.isEmpty || wanted == own ? nil : wanted
  }

  func batch() -> RowBatch {
    let corpus = arranged()
    let wantsHits = query.request.details.hits && !query.isInverted
    if wantsHits, let matcher = matchers.matcher(for: corpus.fields) {
      return batch(of: corpus, by: matcher)
    }
    return batch(of: corpus, by: Shared<SubstringMatcher>?.none)
  }

  private func batch(of corpus: Corpus, by matcher: some Matcher) -> RowBatch {
    batch(of: corpus, by: Shared(matcher))
  }

  /// A matcher in one place, because a copy for each row would take longer than the search for hits.
  private final class Shared<M: Matcher> {
    let matcher: M

    init(_ matcher: M) { self.matcher = matcher }
  }

  /// The rows, with the hits of a matcher if there is one.
  private func batch<M: Matcher>(of corpus: Corpus, by shared: Shared<M>?) -> RowBatch {
    let details = query.request.details
    var builder = RowBatch.Builder(fields: corpus.fields)
    var place = PartPlaces(findings.parts, base, found)
    var matches = 0
    func append(_ id: RecordID, isContext: Bool, to builder: inout RowBatch.Builder) {
      let location = corpus.location(of: id)
      let (record, line) = place.numbers(of: id, location.line, in: corpus)
      var row = RowBatch.Entry(
        record: record, line: line, source: builder.place(ofSource: location.source),
        isContext: isContext)
      corpus.withRecord(id) { bytes in
        guard !isContext, let shared else { return builder.append(row, bytes) }
        let (hits, isByFullName) = shared.matcher.markedHits(in: bytes)
        row.isFullName = isByFullName
        row.columns = corpus.fileColumns(details.fileColumns, of: hits, in: id)
        builder.append(row, bytes, hits: hits)
      }
    }
    if details.hasContext {
      for index in 0..<corpus.count {
        let id = RecordID(UInt64(index))
        append(id, isContext: !found.matches.contains(id), to: &builder)
      }
    } else {
      for id in found.matches where matches < base.wanted {
        append(id, isContext: false, to: &builder)
        matches += 1
      }
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

/// Computes the record number and line of records in ascending order.
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
  /// Where the records of the current source end in the corpus.
  private var end = 0

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
    let isContinued = part >= 0 && part < parts.count && parts[part].continuesFile
    let lines = areLines && isContinued ? base.lines : 0
    if areLines { return (UInt64(records + line - 1), lines + line) }
    let number = given.map { UInt64($0[Int(id.rawValue)]) } ?? id.rawValue
    return (UInt64(records) + number, line)
  }

  /// Advances to the next source that has records, and to its part.
  private mutating func advance(in corpus: Corpus) {
    let sources = corpus.sources.sources
    source += 1
    end = source + 1 < sources.count ? sources[source + 1].firstRecord : corpus.count
    repeat {
      if part >= 0, part < parts.count { records += parts[part].records }
      part += 1
    } while part + 1 < parts.count && parts[part].path != sources[source].path
  }
}
