import Searching
import TestSupport
import Testing

/// Expects that files answer as the same files loaded do, errors included.
///
/// - Returns: how many rows the answer has; `nil` if it is an error.
@discardableResult
func expectSameAnswer(
  _ files: FileSource, _ searcher: Searcher, _ query: Query, _ request: StreamRequest,
  at location: SourceLocation = #_sourceLocation
) throws -> Int? {
  guard let wanted = try? FoundAnswer(searcher, query, request) else {
    #expect(throws: (any Error).self, sourceLocation: location) {
      try FoundAnswer(files, query, request)
    }
    return nil
  }
  let found = try FoundAnswer(files, query, request)
  let difference = zip(found.rows, wanted.rows).first { $0 != $1 }
  #expect(
    found == wanted,
    """
    \(query) \(request): \(found.rows.count) of \(wanted.rows.count) rows, first \
    \(String(describing: difference)), \(found.counts) for \(wanted.counts)
    """, sourceLocation: location)
  return wanted.rows.count
}
