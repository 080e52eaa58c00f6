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
  /// The file at `path` is not a catalog; the file is left unchanged.
  case notACatalog(path: String, reason: String)
  /// A later version of the program wrote the catalog; the file is left unchanged.
  case newerSchema(path: String, found: Int, known: Int)
  /// SQLite returned an error; `path` is the database file.
  case database(path: String, DatabaseError)
  /// The system failed to create, lock or delete a file.
  case system(path: String, reason: String)
  /// The catalog is off.
  case off(String)
  /// Another process, or another call in this process, is indexing.
  case indexing(String, pid: Int32?)
  /// The indexer lock failed for another reason.
  case lock(String)
  /// The client state is too long; the value is its size in bytes.
  case clientStateTooLong(Int)
  /// A batch is already open, or no batch is open.
  case batch(isOpen: Bool)

  /// An item is invalid.
  case item(ItemError)
  /// A source could not be read, or a corpus could not be built.
  case corpus(CorpusError)
  /// The source was removed while it was being indexed.
  case forgotten(path: String)
  /// A transaction was rejected on every retry; if several were, this is the first.
  ///
  /// The range gives the positions of the transaction's items in the array passed to the call. The
  /// later transactions were still attempted.
  case unwritten(Range<Int>, path: String, DatabaseError)

  /// The caller canceled the call.
  case cancelled
}
