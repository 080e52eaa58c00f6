internal import Corpora
internal import Synchronization
internal import UnicodeText

/// Compiles the matchers of one query for records with different fields.
///
/// Records with different lists of fields share a matcher if the matcher does not depend on the
/// difference. Up to `maximumMatchers` compiled matchers are kept.
final class FieldMatchers: Sendable {
  let query: CompiledQuery

  /// The properties of a record's fields that decide which matcher is used for the record.
  enum Key: Equatable, Sendable {
    /// Only the number of fields matters; `isAlias` is false for all of them.
    case count(Int)
    case fields([Field])
  }

  private struct Entry {
    let key: Key
    let matcher: (any Matcher)?

    /// Whether the names of the fields have been added to `State.names`.
    var isNoted = false
  }

  private struct State {
    var matchers: [Entry] = []
    var error: QueryError?

    /// The names of the fields of all records so far, in order of appearance.
    ///
    /// Names are collected only if the query limits the search to named fields.
    var names: [String] = []
    /// The set of all names in `names`, to find duplicates.
    private var met = NameSet()

    /// Whether some of `names` may have been found only in records after an error in a file.
    ///
    /// The records after the error are not in the result.
    var areNamesUnsure = false

    mutating func note(_ name: String) {
      if met.insert(name) { names.append(name) }
    }
  }

  /// The maximum number of matchers to keep; further matchers are compiled each time they are
  /// needed.
  ///
  /// The limit bounds the memory for a folder in which every file has a different header.
  private static let maximumMatchers = 256
  private let state = Mutex(State())

  /// Whether the query limits the search to named fields.
  private let namesFields: Bool

  init(_ query: CompiledQuery) {
    self.query = query
    namesFields = query.query.options.fields.map { !$0.contains("*") } ?? false
  }

  /// The key of the matcher for records with these fields.
  func key(for fields: [Field]) -> Key {
    // If the query lists `*` and other fields, the names of the other fields must still be checked.
    let isGeneral = query.query.options.fields == nil && !query.dependsOnFields
    return isGeneral && !fields.contains { $0.isAlias } ? .count(fields.count) : .fields(fields)
  }

  /// The matcher for lines; `nil` if lines have none of the fields in the query's scope.
  func lineMatcher() -> (any Matcher)? {
    guard let scoped = query.scoped(to: Self.lineFields) else { return nil }
    return try? scoped.matcher(for: Self.lineFields)
  }

  /// The fields of raw lines.
  static let lineFields = [Field("text")]

  /// Notes that the search reads lines, so that `error` accepts the field `text`.
  func noteLines() { _ = matcher(for: Self.lineFields) }

  /// The matcher for records with these fields; `nil` if none of them is in the query's scope.
  ///
  /// If `hasRecords` is true, this method also notes the names of the fields, which `error` needs.
  func matcher(for fields: [Field], hasRecords: Bool = true) -> (any Matcher)? {
    let key = key(for: fields)
    return state.withLock { state in
      if let index = state.matchers.firstIndex(where: { $0.key == key }) {
        if namesFields, hasRecords, !state.matchers[index].isNoted {
          state.matchers[index].isNoted = true
          for field in fields { state.note(field.name) }
        }
        return state.matchers[index].matcher
      }
      var matcher: (any Matcher)?
      if let scoped = query.scoped(to: fields) {
        do throws(QueryError) {
          matcher = try scoped.matcher(for: fields)
        } catch {
          state.error = state.error ?? error
        }
      }
      if namesFields, hasRecords { for field in fields { state.note(field.name) } }
      if state.matchers.count < Self.maximumMatchers {
        state.matchers.append(Entry(key: key, matcher: matcher, isNoted: hasRecords))
      }
      return matcher
    }
  }

  /// Notes that some of the known fields may have been found only in records after an error in a
  /// file.
  ///
  /// Other threads may already have read records after the error. These records are not in the
  /// result, so their fields may not occur in it. After this call, `error` no longer reports
  /// unknown fields.
  func noteFieldsAfterError() { state.withLock { $0.areNamesUnsure = true } }

  /// An error in the query that can be found only when the fields are known.
  ///
  /// A field name in the query is an error if there are records, but none of them has the field.
  var error: QueryError? {
    state.withLock { $0.error ?? ($0.areNamesUnsure ? nil : unknownField(among: $0.names)) }
  }

  /// The error for the first field in the query's scope that is not in `names`.
  ///
  /// Returns `nil` if there is no such field, or if `names` is empty.
  func unknownField(among names: [String]) -> QueryError? {
    guard let wanted = query.query.options.fields, !wanted.contains("*"), !names.isEmpty,
      let unknown = wanted.first(where: { !names.contains($0) })
    else { return nil }
    // Sort the names, because their order of appearance depends on the threads that read the files.
    let nearest = Nearest.match(unknown, among: names)
    return QueryError(.unknownField(unknown, nearest: nearest, fields: names.sorted()))
  }
}
