internal import Corpora
internal import UnicodeText

extension FileSource {
  public func explain(
    _ query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> Explanation {
    let fields = firstFields(cancellation)
    let hasLines = fields == [Field("text")]
    let matcher: any Matcher
    do throws(QueryError) {
      matcher = try query.matcher(for: fields)
    } catch {
      // Lines may lack the fields that the query names, although other files have these fields.
      guard hasLines else { throw .query(error) }
      matcher = query.lines
    }
    var lines = Explanation.lines(of: matcher, for: query.query)
    let scanner = hasLines ? matcher.lineScanner(sample: GrowableBuffer()) : nil
    lines.append(
      .init(
        "access path",
        scanner.map { "lines: searches the raw text of files: \($0.summary)." }
          ?? "scan: \(ScanPath.summary)"))
    if let indexes {
      lines += try IndexedPaths.explanation(of: matcher, in: paths, indexes, cancellation)
    }
    return Explanation(query: query.query, lines: lines)
  }

  /// The fields of the first record; the field `text` if there is no record, or if a path can be
  /// read only once.
  private func firstFields(_ cancellation: Cancellation) -> [Field] {
    var fields: [Field] = []
    let request = StreamRequest(limit: 1, details: RowDetails(hits: false, recordNumbers: false))
    if !paths.contains(where: isReadOnce), let all = try? CompiledQuery(Query("")) {
      _ = try? stream(
        all, request, cancellation, render: { $0.fields },
        deliver: { found in
          fields = found
          return false
        })
    }
    return fields.isEmpty ? [Field("text")] : fields
  }
}
