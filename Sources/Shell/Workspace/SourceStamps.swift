internal import System
internal import Terminal

/// What the files of a corpus looked like when they were read, to notice that they have changed.
struct SourceStamps: Equatable {
  /// The most paths that are looked at before each prompt.
  private static let limit = 64

  private struct Stamp: Equatable {
    let path: String
    let status: FileStatus?
  }

  private let stamps: [Stamp]

  /// Looks at the files and folders that some steps load.
  init(of steps: [LoadStep]) {
    stamps = steps.flatMap(\.paths).prefix(Self.limit).filter { $0.hasPrefix("/") }
      .map { Stamp(path: $0, status: Platform.status(of: $0)) }
  }

  /// The stamps of the same paths now.
  private init(updating old: SourceStamps) {
    stamps = old.stamps.map { Stamp(path: $0.path, status: Platform.status(of: $0.path)) }
  }

  /// The paths that have changed since, as far as they still exist.
  var now: SourceStamps { SourceStamps(updating: self) }

  /// Whether a path is a folder, whose files may change without it.
  var hasFolder: Bool { stamps.contains { $0.status?.isDirectory ?? false } }
}
