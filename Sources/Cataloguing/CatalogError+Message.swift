internal import Corpora
internal import SQLite

extension CatalogError {
  /// The error as a lower-case sentence that names the location and the remedy.
  public var message: String {
    switch self {
    case .badName(let name):
      return CatalogName.problem(of: name) ?? "no catalog can be named \(name)"
    case .missing(let name, let nearest):
      let remedy =
        nearest.map { "did you mean \($0)?" } ?? "searchbench catalog list shows all catalogs"
      return "no catalog is named \(name); \(remedy)"
    case .exists(let name):
      return "a catalog \(name) already exists: choose another name, or drop it first"
    case .noFolder:
      return "there is no folder for catalogs: set XDG_DATA_HOME, or HOME, to an absolute path"
    case .notACatalog(let path, let reason):
      return
        "\(path) is not a catalog (\(reason)); it was not changed: move it away, or use another name"
    case .newerSchema(let path, let found, let known):
      return "\(path) has schema \(found), and this version of searchbench supports schemas up to "
        + "\(known); it was not changed: use a later version"
    case .database(let path, let error):
      return "\(path): \(error.reason)\(Self.remedy(of: error))"
    case .system(let path, let reason): return "\(path): \(reason)"
    case .off(let name):
      return "the catalog \(name) is off and accepts no items; "
        + "searchbench catalog on \(name) switches it on"
    case .indexing(let name, let pid):
      let process = pid.map { ", pid \($0)" } ?? ""
      return "an indexer of \(name) is already running\(process): wait for it, or stop it"
    case .lock(let message): return message
    case .clientStateTooLong(let count):
      return "the client state has \(count) bytes; the maximum is \(Catalog.clientStateLimit)"
    case .batch(let isOpen):
      return isOpen ? "a batch is already open: end it first" : "no batch is open: begin one first"
    case .item(let error): return error.message
    case .corpus(let error): return error.message
    case .forgotten(let path): return "\(path) was deleted from the catalog while it was indexed"
    case .unwritten(let places, let path, let error):
      return
        "\(path): items \(places.lowerBound + 1) to \(places.upperBound) could not be written: "
        + error.reason
    case .cancelled: return "interrupted"
    }
  }

  private static func remedy(of error: DatabaseError) -> String {
    switch error.kind {
    case .busy: "; try again when that program has finished"
    case .full: "; free some space and repeat the command: finished work is kept"
    case .readOnly, .cannotOpen: "; check the permissions of the file and its folder"
    case .corrupt: "; drop the catalog and add its sources again"
    default: ""
    }
  }
}
