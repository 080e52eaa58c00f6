internal import System

/// Why a catalogue cannot be indexed by this process.
package enum IndexerLockError: Error, Equatable, Sendable {
  /// Another indexer is at work; `pid` is nil if it has not said which.
  case running(catalog: String, pid: Int32?)

  /// What stands in the place of the lock is not ours, and is left as it is.
  case foreign(path: String)

  /// The system refused; `reason` is its own text for it, in lower case.
  case failed(path: String, reason: String)
}

extension IndexerLockError {
  init(_ failure: LockFile.Failure, catalog: String, path: String) {
    switch failure {
    case .held(let process): self = .running(catalog: catalog, pid: process)
    case .foreign: self = .foreign(path: path)
    case .system(let failure): self = .failed(path: path, reason: failure.message)
    }
  }

  /// One lower-case sentence with the place.
  package var message: String {
    switch self {
    case .running(let catalog, let pid?):
      "an indexer of \(catalog) is already running, pid \(pid)"
    case .running(let catalog, nil): "an indexer of \(catalog) is already running"
    case .foreign(let path): "\(path) is not the lock of a catalogue: move it away"
    case .failed(let path, let reason): "\(path) cannot be locked: \(reason)"
    }
  }
}

extension IndexerLockError: CustomStringConvertible {
  package var description: String { message }
}
