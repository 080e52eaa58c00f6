public import Corpora
public import SQLite

/// Why an operation on a catalog failed; `message` describes the error in a sentence.
public enum CatalogError: Error, Equatable, Sendable {
  /// A catalog cannot have this name.
  case badName(String)
  /// There is no catalog with this name.
  case missing(String, nearest: String?)
  /// A new catalog was requested, but the name is taken.
  case exists(String)
  /// No environment variable gives a folder for catalogs.
  case noFolder
  /// The file at `path` is not a catalog; the file was not changed.
  case notACatalog(path: String, reason: String)
  /// A later version of the program wrote the catalog; the file was not changed.
  case newerSchema(path: String, found: Int, known: Int)
  /// SQLite returned an error; `path` is the database file.
  case database(path: String, DatabaseError)
  /// The system failed to create, lock or delete a file.
  case system(path: String, reason: String)
  /// The catalog was turned off, so it accepts no items; the value is its name.
  case off(String)
  /// Another process, or another call in this process, is indexing the catalog.
  case indexing(String, pid: Int32?)
  /// The indexer lock could not be acquired, although no other process is indexing; the value is
  /// the reason.
  case lock(String)
  /// The client state is too long; the associated value is the size of the client state in bytes.
  case clientStateTooLong(Int)
  /// A batch is already open (`isOpen` is true), or the call needs an open batch but none is open.
  case batch(isOpen: Bool)

  /// An item is invalid.
  case item(ItemError)
  /// A source could not be read, or a corpus could not be built.
  case corpus(CorpusError)
  /// The source was removed while it was being indexed.
  case forgotten(path: String)
  /// SQLite rejected a transaction on every retry; the values describe the first such transaction.
  ///
  /// The range contains the indices of the transaction's items in the caller's array. The later
  /// transactions were still attempted.
  case unwritten(Range<Int>, path: String, DatabaseError)

  /// The caller canceled the call.
  case cancelled
}
