internal import System

/// Follows one load: how much was read, whether it is to go on, whether memory lasts.
final class LoadMonitor {
  let isCancelled: @Sendable () -> Bool
  private let progress: ((LoadProgress) -> Void)?

  /// The bytes of text to read, nil where that is not known.
  var bytesExpected: Int?
  var files = 0
  private(set) var bytesRead = 0

  /// The bytes read since the free memory was looked at.
  private var unchecked = 0

  /// How often the free memory is looked at, and how much of it must be left.
  static let memoryStep = 128 << 20

  /// Whether anybody is told how far the load is.
  var isWatched: Bool { progress != nil }

  init(isCancelled: @escaping @Sendable () -> Bool, progress: ((LoadProgress) -> Void)?) {
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// Notes that `count` bytes that were read will be read again.
  func unread(_ count: Int) { bytesRead -= count }

  /// Notes that `added` more bytes of text were read.
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

  /// Makes sure that there is free memory for the next step.
  ///
  /// Where the system grants more memory than it has, a refusal never comes, and the process would
  /// be ended by it instead; so the load stops while some is left.
  ///
  /// - Throws: `outOfMemory`.
  static func checkMemory() throws(CorpusError) {
    if let free = Platform.availableMemory(), free < memoryStep {
      throw CorpusError(.outOfMemory)
    }
  }
}
