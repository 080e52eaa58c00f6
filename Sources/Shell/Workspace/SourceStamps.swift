internal import System
internal import Terminal

/// The status that the files of a corpus had when they were read, for detecting later changes.
struct SourceStamps: Equatable {
  private struct Stamp: Equatable {
    let path: String
    let status: FileStatus?
  }

  private let stamps: [Stamp]

  /// Reads the status of the files and folders that `steps` load.
  init(of steps: [LoadStep]) {
    stamps = steps.flatMap(\.paths).filter { $0.hasPrefix("/") }
      .map { Stamp(path: $0, status: Platform.status(of: $0)) }
  }

  private init(updating old: SourceStamps) {
    stamps = old.stamps.map { Stamp(path: $0.path, status: Platform.status(of: $0.path)) }
  }

  /// Whether there are few enough paths to check all of them before each prompt.
  var areFew: Bool { stamps.count <= 64 }

  /// The current status of the files and folders whose earlier status is in `stamps`.
  var now: SourceStamps { SourceStamps(updating: self) }

  /// Whether any path is a folder, whose status can stay the same when its files change.
  var hasFolder: Bool { stamps.contains { $0.status?.isDirectory ?? false } }
}
