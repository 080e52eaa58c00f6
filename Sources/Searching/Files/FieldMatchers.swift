internal import Corpora
internal import Synchronization
internal import UnicodeText

/// The matchers of one query for records of different fields, each made once.
final class FieldMatchers: Sendable {
  let query: CompiledQuery

  private struct State {
    var matchers: [(fields: [Field], matcher: (any Matcher)?)] = []
    var error: QueryError?

    /// The fields of the query's scope that some record has.
    var met: Set<String> = []
    var names: [String] = []
  }

  /// More are made anew each time: a hostile folder may have a header of its own in each file.
  private static let most = 64
  private let state = Mutex(State())

  init(_ query: CompiledQuery) { self.query = query }

  /// The matcher for lines; `nil` if the query is about fields that they do not have.
  func lineMatcher() -> (any Matcher)? {
    guard let scoped = query.scoped(to: Self.lineFields) else { return nil }
    return try? scoped.matcher(for: Self.lineFields)
  }

  private static let lineFields = [Field("text")]

  /// Notes that there are records that are lines.
  func noteLines() { _ = matcher(for: Self.lineFields) }

  /// The matcher for records with these fields, which some have; `nil` if the query is about none of them.
  func matcher(for fields: [Field]) -> (any Matcher)? {
    state.withLock { state in
      if let known = state.matchers.first(where: { $0.fields == fields }) { return known.matcher }
      var matcher: (any Matcher)?
      if let scoped = query.scoped(to: fields) {
        do throws(QueryError) {
          matcher = try scoped.matcher(for: fields)
        } catch {
          state.error = state.error ?? error
        }
      }
      for field in fields where state.met.insert(field.name).inserted {
        state.names.append(field.name)
      }
      if state.matchers.count < Self.most { state.matchers.append((fields, matcher)) }
      return matcher
    }
  }

  /// What turned out to be wrong with the query once fields were known.
  ///
  /// A field of its scope that no record has is an error only if there were records.
  var error: QueryError? {
    state.withLock { $0.error ?? unknownField(among: $0.names) }
  }

  /// The error of a field of the scope that is not one of those; `nil` if there are none at all.
  func unknownField(among names: [String]) -> QueryError? {
    guard let wanted = query.query.options.fields, !wanted.contains("*"), !names.isEmpty,
      let unknown = wanted.first(where: { !names.contains($0) })
    else { return nil }
    return QueryError(.unknownField(unknown, nearest: Nearest.match(unknown, among: names)))
  }
}
