internal import System
import UnicodeText

/// An input that can be read only once, copied to a temporary file.
package final class SpooledInput: Sendable {
  /// The largest number of bytes to copy.
  package static let limit = 4 << 30

  private let descriptor: Int32

  private let path: String

  /// The copy, rewound to its beginning; only one reader at a time may use it.
  ///
  /// - Throws: `readFailed`.
  package func rewound() throws(CorpusError) -> RecordStream.Place {
    do throws(SystemError) {
      try Platform.seek(descriptor, to: 0)
    } catch {
      throw CorpusError(
        .readFailed(reason: "the temporary file: \(error.readingReason)"), path: path)
    }
    return .descriptor(descriptor)
  }

  /// Copies an input to its end.
  ///
  /// - Parameters:
  ///   - place: the input to read.
  ///   - path: its path, for errors.
  ///   - isCancelled: called often; reading ends with `cancelled` when it returns `true`.
  /// - Throws: `readFailed`, `inputTooLarge`, `cancelled`.
  package init(
    _ place: RecordStream.Place, path: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) {
    self.path = path
    var source: ByteSource
    switch place {
    case .file(let path): source = try ByteSource(path, isCancelled: isCancelled)
    case .descriptor(let input): source = ByteSource(borrowing: input, isCancelled: isCancelled)
    }
    do throws(SystemError) {
      descriptor = try Platform.temporaryFile()
    } catch {
      throw CorpusError(
        .readFailed(reason: "no temporary file: \(error.readingReason)"), path: path)
    }
    var total = 0
    while true {
      if isCancelled() { throw CorpusError(.cancelled) }
      var buffer = GrowableBuffer<UInt8>(capacity: 1 << 20)
      try buffer.append(upTo: 1 << 20) { span throws(CorpusError) in
        try source.readSome(into: &span)
      }
      if buffer.count == 0 { return }
      total += buffer.count
      if total > Self.limit { throw CorpusError(.inputTooLarge(limit: Self.limit), path: path) }
      do throws(SystemError) {
        try buffer.withSpan { (bytes) throws(SystemError) in
          _ = try Platform.writeAll(bytes, to: descriptor)
        }
      } catch {
        throw CorpusError(
          .readFailed(reason: "the temporary file cannot be written: \(error.readingReason)"),
          path: path)
      }
    }
  }

  deinit { Platform.close(descriptor) }
}
