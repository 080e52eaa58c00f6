internal import CSQLite

/// An error of SQLite.
public struct DatabaseError: Error, Hashable, Sendable {
  /// The categories of SQLite's result codes that callers distinguish.
  public enum Kind: Hashable, Sendable {
    /// Another connection still held the lock when the timeout expired.
    case busy
    /// The disk is full, or the file has reached its maximum size.
    case full
    /// The file or its folder is not writable.
    case readOnly
    /// The file is damaged.
    case corrupt
    /// The file is not a database.
    case notADatabase

    /// The file cannot be opened.
    case cannotOpen
    /// An I/O error.
    case io

    /// Another thread interrupted the call.
    case interrupted

    /// A text or a blob is larger than SQLite allows.
    case tooBig

    /// Memory could not be allocated.
    case outOfMemory

    /// A row violates a constraint of its table.
    case constraint

    /// Any other result code.
    case other
  }

  /// The category of `code`.
  public let kind: Kind

  /// SQLite's extended result code.
  public let code: Int32

  /// SQLite's error message.
  public let detail: String

  /// Creates the error for a result code of SQLite.
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

  /// The error for a failed memory allocation.
  package static let outOfMemory = DatabaseError(code: SQLITE_NOMEM, detail: "out of memory")

  /// The error for a database whose tables have unexpected contents.
  package static func damaged(_ detail: String) -> DatabaseError {
    DatabaseError(code: SQLITE_CORRUPT, detail: detail)
  }

  /// A short description of the error for the user.
  public var reason: String {
    switch kind {
    case .busy: "another program is writing to the database"
    case .full: "no space is left on the disk"
    case .readOnly: "the database cannot be written"
    case .corrupt: "the database is damaged (\(detail))"
    case .notADatabase: "the file is not a database"
    case .cannotOpen: "the database cannot be opened"
    case .io: "input/output error (\(detail))"
    case .interrupted: "interrupted"
    case .tooBig: "a text is too large for the database"
    case .outOfMemory: "out of memory"
    case .constraint, .other: detail
    }
  }
}
