package import System

/// The reason why a stored index cannot be used.
package enum IndexFault: Error, Hashable, Sendable {
  /// There is no index.
  case missing

  /// A checksum is wrong, a value is out of range, or a file does not have its recorded size.
  case damaged

  /// The index was made by another version of the program, or on a machine with another byte order.
  case otherVersion

  /// A system call failed.
  case system(SystemError)

  /// A description of the fault, as a clause that ends a sentence.
  package var reason: String {
    switch self {
    case .missing: "the index files are missing"
    case .damaged: "an index file is damaged"
    case .otherVersion: "another version of searchbench built the index"
    case .system(let error): error.message
    }
  }
}
