internal import Corpora
internal import Synchronization
internal import UnicodeText

/// The scanners of one file search.
///
/// The best search method depends on the text. After the search has read a minimum number of bytes,
/// the cache chooses a method, using a sample of the following text. For each large file, the cache
/// chooses a method again, using a sample of that file.
final class LineScannerCache: Sendable {
  private let matcher: any Matcher
  private let minimumBytes: Int

  private struct State {
    var seen = 0
    var scanner: (any LineScanner)?
    var isMade = false
    var largeFile: ObjectIdentifier?
    var largeScanner: (any LineScanner)?
  }

  private let state = Mutex(State())

  /// The minimum size, in bytes, of a file for which a method is chosen with a sample of that file.
  private static let minimumForSample = 8 << 20

  /// Creates a cache; the first `minimumBytes` bytes of text are searched without a scanner.
  init(_ matcher: any Matcher, minimumBytes: Int) {
    self.matcher = matcher
    self.minimumBytes = minimumBytes
  }

  /// The name of the access path: `lines`, or `scan` if no scanner was created.
  var name: String {
    state.withLock { state in
      state.scanner != nil || state.largeScanner != nil ? "lines" : ScanPath.name
    }
  }

  func scanner(for text: Span<UInt8>) -> (any LineScanner)? {
    state.withLock { state in
      state.seen += text.count
      if state.isMade || state.seen < minimumBytes { return state.scanner }
      state.isMade = true
      var sample = GrowableBuffer<UInt8>()
      sample.append(copying: text.extracting(0..<min(text.count, 1 << 15)))
      state.scanner = matcher.lineScanner(sample: sample)
      return state.scanner
    }
  }

  func scanner(for file: LineFile) -> (any LineScanner)? {
    state.withLock { state in
      state.seen += file.size
      if state.seen < minimumBytes { return nil }
      if file.size < Self.minimumForSample, state.isMade { return state.scanner }
      if state.largeFile == ObjectIdentifier(file) { return state.largeScanner }
      let scanner = matcher.lineScanner(sample: file.sample(4, of: 1 << 13))
      if file.size < Self.minimumForSample {
        state.isMade = true
        state.scanner = scanner
      } else {
        state.largeFile = ObjectIdentifier(file)
        state.largeScanner = scanner
      }
      return scanner
    }
  }
}
