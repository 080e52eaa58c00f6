internal import SQLite

/// The reason why an SQL query failed or was stopped.
package struct SQLError: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The text is not valid SQL, or refers to something that does not exist; the value is SQLite's
    /// message.
    case syntax(String)
    /// The statement would change data, which is not allowed.
    case forbidden
    /// The text contains no query.
    case notAQuery
    case severalStatements
    case tooLarge
    case cancelled
  }

  package let kind: Kind

  package init(_ kind: Kind) { self.kind = kind }

  init(_ error: DatabaseError) {
    switch error.kind {
    case .interrupted: kind = .cancelled
    case .tooBig, .outOfMemory: kind = .tooLarge
    default:
      kind = error.detail == "not authorized" ? .forbidden : .syntax(error.detail)
    }
  }

  package var message: String {
    switch kind {
    case .syntax(let detail): "SQL: \(detail)"
    case .forbidden: "only SELECT queries are allowed"
    case .notAQuery: "SQL needs a query, such as SELECT count(*) FROM result"
    case .severalStatements: "only one statement is allowed: remove the text after the first ;"
    case .tooLarge: "SQL ran out of memory: select fewer or shorter columns"
    case .cancelled: "canceled"
    }
  }
}
