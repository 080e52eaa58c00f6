internal import System

/// Why this process cannot index a catalog.
package enum IndexerLockError: Error, Equatable, Sendable {
  /// Another indexer is running; `pid` is nil if that process has not written its id.
  case running(catalog: String, pid: Int32?)

  /// The file at `path` is not a lock file; the file was not changed.
  case notALockFile(path: String)

  /// A system call failed; `reason` is the system's own text in lower case.
  case failed(path: String, reason: String)
}

extension IndexerLockError {
  init(_ failure: LockFile.Failure, catalog: String, path: String) {
    switch failure {
    case .held(let process): self = .running(catalog: catalog, pid: process)
    case .notALockFile: self = .notALockFile(path: path)
    case .system(let failure): self = .failed(path: path, reason: failure.message)
    }
  }

  /// The error as a lower-case sentence that names the location.
  package var message: String {
    switch self {
    case .running(let catalog, let pid?):
      "an indexer of \(catalog) is already running, pid \(pid)"
    case .running(let catalog, nil): "an indexer of \(catalog) is already running"
    case .notALockFile(let path): "\(path) is not a catalog lock: move it away"
    case .failed(let path, let reason): "\(path) cannot be locked: \(reason)"
    }
  }
}

extension IndexerLockError: CustomStringConvertible {
  package var description: String { message }
}
