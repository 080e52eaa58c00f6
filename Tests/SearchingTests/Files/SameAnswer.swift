import Searching
import TestSupport
import Testing

/// Expects that a search of files gives the same result or error as a search of the same files
/// loaded in memory.
///
/// Record numbers are compared only if they are requested. If the results differ, `note` is added
/// to the recorded issue.
///
/// - Returns: the number of rows that match; `nil` if the search fails.
@discardableResult
func expectSameAnswer(
  _ files: FileSource, _ searcher: Searcher, _ query: Query, _ request: StreamRequest,
  _ note: String = "", at location: SourceLocation = #_sourceLocation
) throws -> Int? {
  guard var wanted = try? FoundAnswer(searcher, query, request) else {
    #expect(throws: (any Error).self, sourceLocation: location) {
      try FoundAnswer(files, query, request)
    }
    return nil
  }
  var found = try FoundAnswer(files, query, request)
  if !request.details.recordNumbers {
    found.rows = found.rows.map { $0.numbered(0) }
    wanted.rows = wanted.rows.map { $0.numbered(0) }
  }
  let difference = zip(found.rows, wanted.rows).first { $0 != $1 }
  #expect(
    found == wanted,
    """
    \(query) \(request): \(found.rows.count) of \(wanted.rows.count) rows, first \
    \(String(describing: difference)), \(found.counts) for \(wanted.counts) \(note)
    """, sourceLocation: location)
  return wanted.rows.count { !$0.isContext }
}
