internal import Synchronization
internal import Threading
package import UnicodeText

/// Reads the contents of items as text, on several threads.
package struct ContentReader: Sendable {
  /// The default maximum size of an item's text in bytes: 64 MB.
  package static let defaultLimit = 64_000_000

  private let source: any ContentSource
  private let limit: Int
  private let threads: Int

  /// Creates a reader that uses at most `threads` threads and reads at most `limit` bytes of text
  /// per item.
  package init(
    _ source: any ContentSource = StoredContents(), limit: Int = Self.defaultLimit,
    threads: Int = Workers.processorCount
  ) {
    self.source = source
    self.limit = limit
    self.threads = threads
  }

  /// The text of an item's content as valid UTF-8, or why the content could not be read.
  package typealias Outcome = Result<FrozenBuffer<UInt8>, ContentFailure>

  /// Reads contents on several threads; returns one outcome per content, in the order of
  /// `contents`.
  ///
  /// The call returns when each content has been read or has failed. If one content cannot be read,
  /// the other contents are still read. Once `isCancelled` returns true, the remaining contents
  /// fail as `cancelled`. `isCancelled` is called on several threads. All texts are in memory at
  /// once, so the caller must divide a large number of contents into batches.
  ///
  /// The content of a folder is the text of its files, separated by newlines. Binary files are
  /// skipped, and so are files that are deleted before they are read. If any other file of a folder
  /// cannot be read, the content of the whole folder fails.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of all files.
  package func read(
    _ contents: [CatalogItem.Content], isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> [Outcome] {
    Self.settle(contents.count, threads: threads, isCancelled: isCancelled) {
      outcome(of: contents[$0], isCancelled)
    }
  }

  /// Calls `body` for each of `count` contents on several threads, and returns all outcomes in
  /// order.
  static func settle<Text: Sendable>(
    _ count: Int, threads: Int, isCancelled: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Int) -> Result<Text, ContentFailure>
  ) -> [Result<Text, ContentFailure>] {
    let outcomes = Mutex(
      [Result<Text, ContentFailure>](repeating: .failure(.cancelled), count: count))
    _ = Workers.run(count, threads: threads, isCancelled: isCancelled) { task, _ in
      let outcome = body(task)
      outcomes.withLock { $0[task] = outcome }
    }
    return outcomes.withLock { $0 }
  }

  private func outcome(
    of content: CatalogItem.Content, _ isCancelled: @escaping @Sendable () -> Bool
  ) -> Outcome {
    do throws(ContentFailure) {
      switch content {
      case .text(let text): return .success(try whole(text))
      case .file(let path):
        return .success(try source.text(ofFile: path, limit: limit, isCancelled: isCancelled))
      case .folder(let path): return .success(try texts(ofFolder: path, isCancelled))
      }
    } catch {
      return .failure(error)
    }
  }

  private func whole(_ text: String) throws(ContentFailure) -> FrozenBuffer<UInt8> {
    let bytes = Array(text.utf8)
    if bytes.count > limit { throw .tooLarge(limit: limit) }
    var buffer = GrowableBuffer<UInt8>(capacity: bytes.count)
    buffer.append(copying: bytes.span)
    return buffer.freeze()
  }

  private func texts(
    ofFolder path: String, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ContentFailure) -> FrozenBuffer<UInt8> {
    var all = GrowableBuffer<UInt8>()
    var hasText = false
    for file in try source.files(inFolder: path, isCancelled: isCancelled) {
      if isCancelled() { throw .cancelled }
      let remaining = limit - all.count - (hasText ? 1 : 0)
      do throws(ContentFailure) {
        let text = try source.text(ofFile: file, limit: max(0, remaining), isCancelled: isCancelled)
        if text.count > remaining { throw .tooLarge(limit: remaining) }
        if hasText { all.append(UInt8(ascii: "\n")) }
        text.withSpan { all.append(copying: $0) }
        hasText = true
      } catch {
        switch error {
        case .binary, .missing: continue
        case .tooLarge: throw .tooLarge(limit: limit)
        case .cancelled: throw .cancelled
        default: throw .part(path: file, reason: error.reason)
        }
      }
    }
    if !hasText { throw .noTextFiles }
    return all.freeze()
  }
}
