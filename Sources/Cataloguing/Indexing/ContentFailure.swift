internal import Corpora

/// Why the content of an item could not be read.
package enum ContentFailure: Error, Hashable, Sendable {
  case missing
  case binary

  /// The path is a folder, not a file.
  case folder

  /// The path is not a folder.
  case noFolder

  /// The path is a device, pipe or socket; reading it could block forever.
  case special

  /// The text has more than `limit` bytes.
  case tooLarge(limit: Int)

  /// The folder contains no text files.
  case noTextFiles
  case cancelled

  /// The system reported an error, or the file is damaged; the value is a short reason.
  case unreadable(String)

  /// A file in a folder could not be read.
  case part(path: String, reason: String)
}

extension ContentFailure {
  /// A short reason, such as `permission denied`.
  package var reason: String {
    switch self {
    case .missing: "no such file"
    case .binary: "a binary file"
    case .folder: "a folder, not a file"
    case .noFolder: "not a folder"
    case .special: "not a regular file"
    case .tooLarge(let limit) where limit % 1_000_000 == 0 && limit > 0:
      "larger than \(limit / 1_000_000) MB"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .noTextFiles: "a folder without text files"
    case .cancelled: "interrupted"
    case .unreadable(let reason): reason
    case .part(let path, let reason): "\(path): \(reason)"
    }
  }

  /// Creates the failure for an error that occurred while a file was read.
  init(_ error: CorpusError) {
    switch error.code {
    case .notFound: self = .missing
    case .isFolder: self = .folder
    case .recordTooLarge(let limit): self = .tooLarge(limit: limit)
    case .cancelled: self = .cancelled
    case .unreadable(let reason), .readFailed(let reason): self = .unreadable(reason)
    case .truncatedGzip, .damagedGzip: self = .unreadable("damaged gzip data")
    case .outOfMemory: self = .unreadable("not enough memory")
    default: self = .unreadable("not readable as text")
    }
  }
}
