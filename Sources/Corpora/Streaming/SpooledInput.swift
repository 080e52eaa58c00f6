internal import System
import UnicodeText

/// A temporary copy of an input that can be read only once.
package final class SpooledInput: Sendable {
  /// The maximum number of bytes of an input that can be copied.
  package static let limit = 4 << 30

  private let descriptor: Int32

  /// The copy; several streams can read it at the same time while this value lives.
  package var place: RecordStream.Place { .spooled(descriptor) }

  /// Copies an input, up to its end, to a temporary file.
  ///
  /// - Parameters:
  ///   - place: the input to read.
  ///   - path: the path of the input, for errors.
  ///   - isCancelled: called often; reading ends with `cancelled` after a call that returns `true`.
  /// - Throws: `readFailed`, `inputTooLarge`, `cancelled`.
  package init(
    _ place: RecordStream.Place, path: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) {
    var source = try ByteSource(place, isCancelled: isCancelled)
    do throws(SystemError) {
      descriptor = try Platform.temporaryFile()
    } catch {
      throw CorpusError(
        .readFailed(
          reason: "cannot create a temporary file in $TMPDIR or /tmp: \(error.readingReason)"),
        path: path)
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
