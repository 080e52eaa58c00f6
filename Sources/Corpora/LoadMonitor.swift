internal import System

/// Tracks the progress and the cancellation of one load, and checks free memory.
final class LoadMonitor {
  let isCancelled: @Sendable () -> Bool
  private let progress: ((LoadProgress) -> Void)?

  /// The number of bytes of text to read; nil if this number is unknown.
  var bytesExpected: Int?
  private(set) var files = 0
  private(set) var bytesRead = 0

  /// The number of bytes read since free memory was last checked.
  private var unchecked = 0

  /// The number of bytes to read between two checks of free memory.
  ///
  /// Each check requires at least this number of bytes of free memory.
  static let memoryStep = 128 << 20

  /// Whether a progress callback is set.
  var reportsProgress: Bool { progress != nil }

  init(isCancelled: @escaping @Sendable () -> Bool, progress: ((LoadProgress) -> Void)?) {
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// Adds a file to the progress.
  func beginFile() { files += 1 }

  /// Subtracts `count` bytes from the progress because they will be read again.
  func unread(_ count: Int) { bytesRead -= count }

  /// Adds `added` bytes of text to the progress.
  ///
  /// - Throws: `cancelled`, `outOfMemory`.
  func read(_ added: Int) throws(CorpusError) {
    bytesRead += added
    unchecked += added
    if isCancelled() { throw CorpusError(.cancelled) }
    if unchecked >= Self.memoryStep {
      unchecked = 0
      try Self.checkMemory()
    }
    progress?(LoadProgress(bytesRead: bytesRead, bytesExpected: bytesExpected, files: files))
  }

  /// Throws if there is not enough free memory for the next step.
  ///
  /// A system that overcommits memory kills the process instead of refusing an allocation, so the
  /// load stops while some memory is still free.
  ///
  /// - Throws: `outOfMemory`.
  static func checkMemory() throws(CorpusError) {
    if let free = Platform.availableMemory(), free < memoryStep {
      throw CorpusError(.outOfMemory)
    }
  }
}
