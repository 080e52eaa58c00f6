import Searching
import TestSupport
import Testing

/// Expects that files answer as the same files loaded do, errors included.
///
/// Numbers of records that were not asked for say nothing. `note` says what else an issue is to tell.
///
/// - Returns: how many rows match; `nil` if the answer is an error.
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
