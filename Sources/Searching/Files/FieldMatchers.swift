internal import Corpora
internal import Synchronization
internal import UnicodeText

/// The matchers of one query for records with different fields, each compiled once.
final class FieldMatchers: Sendable {
  let query: CompiledQuery

  private struct State {
    var matchers: [(fields: [Field], matcher: (any Matcher)?)] = []
    var error: QueryError?

    /// The names of the fields that occur in any record, in order of appearance.
    var names: [String] = []
    /// The same names as a set, once there are many: making a set takes longer than a small search.
    var met: Set<String>?

    mutating func note(_ name: String) {
      if names.count < 16 {
        if !names.contains(name) { names.append(name) }
      } else {
        var known = met.take() ?? Set(names)
        if known.insert(name).inserted { names.append(name) }
        met = known
      }
    }
  }

  /// The maximum number of matchers to keep; others are compiled each time.
  ///
  /// In a hostile folder, every file may have a different header.
  private static let most = 64
  private let state = Mutex(State())

  init(_ query: CompiledQuery) { self.query = query }

  /// The matcher for lines; `nil` if lines have none of the fields in the query's scope.
  func lineMatcher() -> (any Matcher)? {
    guard let scoped = query.scoped(to: Self.lineFields) else { return nil }
    return try? scoped.matcher(for: Self.lineFields)
  }

  private static let lineFields = [Field("text")]

  /// Remembers that some records are lines.
  func noteLines() { _ = matcher(for: Self.lineFields) }

  /// The matcher for records with these fields; `nil` if none of them is in the query's scope.
  ///
  /// Also remembers that some records have these fields.
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
      for field in fields { state.note(field.name) }
      if state.matchers.count < Self.most { state.matchers.append((fields, matcher)) }
      return matcher
    }
  }

  /// An error in the query that can be found only when the fields are known.
  ///
  /// A field of the query's scope that no record has is an error only if there were records.
  var error: QueryError? {
    state.withLock { $0.error ?? unknownField(among: $0.names) }
  }

  /// The error for a field of the scope that is not in `names`; `nil` if there is no such field, or `names` is empty.
  func unknownField(among names: [String]) -> QueryError? {
    guard let wanted = query.query.options.fields, !wanted.contains("*"), !names.isEmpty,
      let unknown = wanted.first(where: { !names.contains($0) })
    else { return nil }
    return QueryError(.unknownField(unknown, nearest: Nearest.match(unknown, among: names)))
  }
}
