package import Corpora

/// Decides which records of a remote source match, by testing their text, and makes rows of the
/// matching records.
package struct RecordJudge: Sendable {
  /// The matcher of the query; the rows show the hits of this query.
  package let matcher: any Matcher

  /// The matchers of the other queries; a found record must match all of them.
  private let others: [any Matcher]

  /// The records of one corpus that match all queries, and the number of undecided records.
  package struct Verdict: Sendable {
    package let records: ResultSet
    package let undecided: Int
  }

  /// Compiles a query, and the other queries that a record must match to be found.
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

  /// A condition that a record meets if and only if it matches all queries.
  ///
  /// The value is `nil` if a matcher has no such condition; the matchers must then test each
  /// record.
  package var condition: TextCondition? {
    var conditions: [TextCondition] = []
    for matcher in all {
      guard let condition = matcher.condition else { return nil }
      conditions.append(condition)
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  /// The requirement that a record must meet to match all queries, on text folded as in a stored
  /// index.
  package var requirement: Requirement {
    let parts = all.map { $0.requirement.forIndexes(foldedBy: $0.folding) }
      .filter { $0 != .nothing }
    return parts.isEmpty ? .nothing : parts.count == 1 ? parts[0] : .all(parts)
  }

  /// The requirement that a record must meet to match all queries, on text folded as each query
  /// requires.
  package var ownRequirement: Requirement {
    let parts = all.map(\.requirement).filter { $0 != .nothing }
    return parts.isEmpty ? .nothing : parts.count == 1 ? parts[0] : .all(parts)
  }

  private var all: [any Matcher] { others + [matcher] }

  /// The records that match all queries; `nil` if the search was canceled.
  ///
  /// If `isInverted` is true, the result is the records that match all other queries, but not the
  /// query itself.
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
  ///   - records: the records to convert to rows.
  ///   - contexts: the subset of `records` that are context and not matches.
  ///   - corpus: the corpus that holds the records.
  ///   - numbers: the number of each record of the corpus.
  ///   - showsHits: whether to find the ranges to highlight.
  /// - Returns: the rows, in the order of the corpus.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the rows.
  package func batch(
    of records: ResultSet, contexts: ResultSet? = nil, in corpus: Corpus, numbers: [UInt64],
    showsHits: Bool
  ) -> RowBatch {
    var builder = RowBatch.Builder(fields: corpus.fields)
    for id in records {
      let (source, line) = corpus.place(of: id)
      var row = RowBatch.Entry(
        record: numbers[Int(id.rawValue)], line: line,
        source: builder.place(ofSource: source.path, columns: source.columns),
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
