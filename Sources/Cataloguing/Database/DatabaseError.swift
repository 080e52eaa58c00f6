internal import CSQLite

/// What SQLite refused, as data.
public struct DatabaseError: Error, Hashable, Sendable {
  /// The families of SQLite's result codes that callers tell apart.
  public enum Kind: Hashable, Sendable {
    /// Another connection holds the lock, and went on holding it.
    case busy
    /// The medium, or the largest size of a file, is full.
    case full
    /// The file or its folder cannot be written.
    case readOnly
    /// The file is damaged.
    case corrupt
    /// The file is not a database.
    case notADatabase
    case cannotOpen
    /// Reading or writing failed.
    case io
    case interrupted
    case tooBig
    case outOfMemory
    case constraint
    case other
  }

  public let kind: Kind

  /// SQLite's extended result code.
  public let code: Int32

  /// SQLite's own words.
  public let detail: String

  public init(code: Int32, detail: String) {
    self.code = code
    self.detail = detail
    kind =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_FULL: .full
      case SQLITE_READONLY, SQLITE_PERM: .readOnly
      case SQLITE_CORRUPT: .corrupt
      case SQLITE_NOTADB: .notADatabase
      case SQLITE_CANTOPEN: .cannotOpen
      case SQLITE_IOERR: .io
      case SQLITE_INTERRUPT: .interrupted
      case SQLITE_TOOBIG: .tooBig
      case SQLITE_NOMEM: .outOfMemory
      case SQLITE_CONSTRAINT: .constraint
      default: .other
      }
  }

  /// The error of a database whose tables do not hold what ours hold.
  static func damaged(_ detail: String) -> DatabaseError {
    DatabaseError(code: SQLITE_CORRUPT, detail: detail)
  }

  /// A few words for people.
  public var reason: String {
    switch kind {
    case .busy: "another program is writing to it"
    case .full: "no space is left"
    case .readOnly: "it cannot be written"
    case .corrupt: "it is damaged (\(detail))"
    case .notADatabase: "it is not a database"
    case .cannotOpen: "it cannot be opened"
    case .io: "input/output error (\(detail))"
    case .interrupted: "interrupted"
    case .tooBig: "a text is too large for the database"
    case .outOfMemory: "out of memory"
    case .constraint, .other: detail
    }
  }
}
