internal import Corpora

/// Why the content of an item could not be had.
package enum ContentFailure: Error, Hashable, Sendable {
  case missing
  case binary

  /// A folder stands where a file is meant.
  case folder

  /// No folder stands where one is meant.
  case noFolder

  /// A device, a pipe or a socket, which might keep the reader waiting for ever.
  case special

  /// There is more text than is taken; the limit is in bytes.
  case tooLarge(limit: Int)

  /// No file of the folder holds text.
  case noTextFiles
  case cancelled

  /// The system refused, or the file is damaged: a few words.
  case unreadable(String)

  /// A file of a folder could not be read.
  case part(path: String, reason: String)
}

extension ContentFailure {
  /// A few words, such as `permission denied`.
  package var reason: String {
    switch self {
    case .missing: "no such file"
    case .binary: "a binary file"
    case .folder: "a folder, not a file"
    case .noFolder: "no folder"
    case .special: "no regular file"
    case .tooLarge(let limit) where limit % 1_000_000 == 0 && limit > 0:
      "larger than \(limit / 1_000_000) MB"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .noTextFiles: "a folder with no text files"
    case .cancelled: "interrupted"
    case .unreadable(let reason): reason
    case .part(let path, let reason): "\(path): \(reason)"
    }
  }

  /// What a failure of reading means here.
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
