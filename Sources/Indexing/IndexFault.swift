package import System

/// Why a stored index cannot be used.
package enum IndexFault: Error, Hashable, Sendable {
  /// There is no index.
  case missing

  /// A checksum or a bound is wrong, or the file is shorter than it says.
  case damaged

  /// Another version of the program made it, or a machine with another order of bytes.
  case otherVersion

  /// A system call failed.
  case system(SystemError)

  /// What is wrong, for the end of a sentence.
  package var reason: String {
    switch self {
    case .missing: "there is none"
    case .damaged: "it is damaged"
    case .otherVersion: "another version of searchbench made it"
    case .system(let error): error.message
    }
  }
}
