package import Corpora

/// Decides which records of another machine match, from their text, and makes rows of them.
package struct RecordJudge: Sendable {
  /// The matcher of the query whose hits rows show.
  package let matcher: any Matcher

  /// The matchers of the queries that the records must match, too.
  private let others: [any Matcher]

  /// The records that match, among those of one corpus.
  package struct Verdict: Sendable {
    package let records: ResultSet
    package let undecided: Int
  }

  /// Compiles a query, and the queries within whose results it searches.
  ///
  /// - Throws: `unknownField`, and errors that depend on the fields.
  package init(
    _ query: CompiledQuery, within others: [CompiledQuery] = [], fields: [Field]
  ) throws(QueryError) {
    matcher = try query.matcher(for: fields)
    var matchers: [any Matcher] = []
    for other in others { matchers.append(try other.matcher(for: fields)) }
    self.others = matchers
  }

  /// The condition that decides all queries; `nil` if the matchers must decide.
  package var condition: TextCondition? {
    var conditions: [TextCondition] = []
    for matcher in all {
      guard let condition = matcher.condition else { return nil }
      conditions.append(condition)
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  /// What every match meets, of text folded as in a stored index.
  package var requirement: Requirement {
    let parts = all.map { $0.requirement.forIndexes(foldedBy: $0.folding) }
      .filter { $0 != .nothing }
    return parts.isEmpty ? .nothing : parts.count == 1 ? parts[0] : .all(parts)
  }

  /// What every match meets, of text folded as each query says.
  package var ownRequirement: Requirement {
    let parts = all.map(\.requirement).filter { $0 != .nothing }
    return parts.isEmpty ? .nothing : parts.count == 1 ? parts[0] : .all(parts)
  }

  private var all: [any Matcher] { others + [matcher] }

  /// The records that match all queries, or if `isInverted` those that do not match the query; `nil` if canceled.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  package func verdict(
    on corpus: Corpus, isInverted: Bool, _ isCancelled: () -> Bool
  ) -> Verdict? {
    guard let own = matcher.rows(of: corpus, isInverted: isInverted, isCancelled) else {
      return nil
    }
    var records = own.records
    var undecided = own.undecided
    for other in others {
      guard let rows = other.rows(of: corpus, isInverted: false, isCancelled) else { return nil }
      records = records.intersection(rows.records)
      undecided += rows.undecided
    }
    return Verdict(records: records, undecided: undecided)
  }

  /// Makes rows of records; the record with index *i* has the number `numbers[i]` in its source.
  ///
  /// - Parameters:
  ///   - records: the records of the rows.
  ///   - contexts: the records among them that are only context.
  ///   - corpus: their text.
  ///   - numbers: the number of each record of the corpus.
  ///   - showsHits: whether to find the places to highlight.
  /// - Returns: the rows, in the order of the corpus.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the rows.
  package func batch(
    of records: ResultSet, contexts: ResultSet? = nil, in corpus: Corpus, numbers: [UInt64],
    showsHits: Bool
  ) -> RowBatch {
    var builder = RowBatch.Builder(fields: corpus.fields)
    for id in records {
      let location = corpus.location(of: id)
      var row = RowBatch.Entry(
        record: numbers[Int(id.rawValue)], line: location.line,
        source: builder.place(ofSource: location.source),
        isContext: contexts?.contains(id) ?? false)
      corpus.withRecord(id) { bytes in
        guard showsHits, !row.isContext else { return builder.append(row, bytes) }
        let (hits, isByFullName) = matcher.markedHits(in: bytes)
        row.isFullName = isByFullName
        builder.append(row, bytes, hits: hits)
      }
    }
    return builder.finish()
  }
}
