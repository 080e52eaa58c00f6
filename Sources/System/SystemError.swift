internal import CSystem

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The `errno` value.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of the last failed system call on this thread.
  package static var last: SystemError { SystemError(code: errno) }

  package static let existing = SystemError(code: EEXIST)
  package static let folder = SystemError(code: EISDIR)
  package static let invalid = SystemError(code: EINVAL)
  package static let interruption = SystemError(code: EINTR)
  package static let mediumFull = SystemError(code: ENOSPC)
  package static let notAFolder = SystemError(code: ENOTDIR)

  /// Whether the error means that the reader closed the pipe.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// Whether the error means that no file exists at the path.
  package var isMissingFile: Bool { code == ENOENT }

  /// Whether the error means that no file exists at the path, or that a parent component of the
  /// path is not a folder.
  package var isMissingPath: Bool { code == ENOENT || code == ENOTDIR }

  package var isExisting: Bool { code == EEXIST }
  package var isFolder: Bool { code == EISDIR }
  package var isInterruption: Bool { code == EINTR }
  package var isOutOfMemory: Bool { code == ENOMEM }
  package var isForbidden: Bool { code == EACCES || code == EPERM }
  package var isUnknownCall: Bool { code == ENOSYS }
  package var isUnsupported: Bool { code == ENOENT || code == ENODEV || code == EOPNOTSUPP }
  package var isMediumFull: Bool { code == ENOSPC }
  package var isOutOfDescriptors: Bool { code == EMFILE || code == ENFILE }
  package var isTryAgain: Bool { code == EAGAIN }
  var isUnsyncable: Bool { code == EINVAL || code == ENOTSUP || code == EROFS }
}

extension SystemError {
  /// The system's description of the error, such as `No such file or directory`.
  package var reason: String { Platform.errorText(code) ?? "error \(code)" }

  /// `reason` with its first letter in lower case.
  package var message: String { reason.prefix(1).lowercased() + reason.dropFirst() }

  /// The reason why a file cannot be read; the wording is the same on every system.
  package var readingReason: String {
    switch code {
    case EACCES, EPERM: "permission denied"
    case ENOENT: "no such file"
    case ENOTDIR: "a part of the path is not a folder"
    case ELOOP: "too many symbolic links"
    case ENAMETOOLONG: "the name is too long"
    case EMFILE, ENFILE: "too many open files"
    case EIO: "input/output error"
    case ENOMEM: "out of memory"
    case EBADF: "not open for reading"
    default: "system error \(code)"
    }
  }
}
