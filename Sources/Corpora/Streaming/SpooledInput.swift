internal import System
import UnicodeText

/// An input that can be read only once, put aside in a temporary file.
package final class SpooledInput: Sendable {
  /// The most bytes that are put aside.
  package static let limit = 4 << 30

  private let descriptor: Int32

  private let path: String

  /// Where it can be read from its beginning; one reader at a time.
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

  /// Reads an input to its end.
  ///
  /// - Parameters:
  ///   - place: what is read.
  ///   - path: its path, for errors.
  ///   - isCancelled: asked often; once it is `true` reading ends with `cancelled`.
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
      unsafe try buffer.append(upTo: 1 << 20) { room throws(CorpusError) in
        unsafe try source.readSome(into: room)
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
