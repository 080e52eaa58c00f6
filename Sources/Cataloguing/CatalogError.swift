public import Corpora

/// Why something could not be done with a catalogue, as data; `message` is the sentence.
public enum CatalogError: Error, Equatable, Sendable {
  case badName(String)
  /// No catalogue of that name is there.
  case missing(String, nearest: String?)
  /// `create` of a name that is taken.
  case exists(String)
  /// There is no folder for catalogues: no variable names one.
  case noFolder
  /// A file of that name is not a catalogue; it is left as it is.
  case notACatalog(path: String, reason: String)
  /// A later version of the program wrote it; it is left as it is.
  case newerSchema(path: String, found: Int, known: Int)
  /// The database refused; `path` is its file.
  case database(path: String, DatabaseError)
  /// The system refused to make, lock or delete a file.
  case system(path: String, reason: String)
  /// The catalogue is switched off.
  case off(String)
  /// Another process, or another call in this one, is indexing.
  case indexing(String, pid: Int32?)
  /// The lock of indexers cannot be had, for another reason.
  case lock(String)
  /// The state given with a batch is too long, in bytes.
  case clientStateTooLong(Int)
  /// A batch is open already, or none is.
  case batch(isOpen: Bool)
  case item(ItemError)
  /// A source could not be read, or a corpus could not be made.
  case corpus(CorpusError)
  /// What was being indexed was deleted meanwhile.
  case forgotten(path: String)
  /// A batch of items, these of those given, was refused again and again; the other batches were written.
  case unwritten(Range<Int>, path: String, DatabaseError)
  case cancelled
}
