internal import System
internal import Terminal

/// What the files of a corpus looked like when they were read, to notice that they have changed.
struct SourceStamps: Equatable {
  private struct Stamp: Equatable {
    let path: String
    let status: FileStatus?
  }

  private let stamps: [Stamp]

  /// Looks at the files and folders that some steps load.
  init(of steps: [LoadStep]) {
    stamps = steps.flatMap(\.paths).filter { $0.hasPrefix("/") }
      .map { Stamp(path: $0, status: Platform.status(of: $0)) }
  }

  private init(updating old: SourceStamps) {
    stamps = old.stamps.map { Stamp(path: $0.path, status: Platform.status(of: $0.path)) }
  }

  /// Whether the paths are few enough to look at them before each prompt.
  var areFew: Bool { stamps.count <= 64 }

  /// The stamps of the same paths now.
  var now: SourceStamps { SourceStamps(updating: self) }

  /// Whether a path is a folder, whose files may change without it.
  var hasFolder: Bool { stamps.contains { $0.status?.isDirectory ?? false } }
}
