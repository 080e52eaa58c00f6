internal import Searching
internal import UnicodeText

/// The body of a server's response, which is read as its bytes arrive.
final class Answer {
  private let connection: HTTPConnection?
  private let cancellation: Cancellation
  private var parts: ArraySlice<[UInt8]>

  /// Whether all bytes have been read.
  private(set) var isAtEnd = false

  /// The reason why the transfer failed.
  private(set) var problem: HTTPConnection.Failure?

  /// Creates the response to the last request of a connection.
  init(_ connection: HTTPConnection, _ cancellation: Cancellation) {
    self.connection = connection
    self.cancellation = cancellation
    parts = []
  }

  /// Creates a response that arrives in these chunks.
  init(_ parts: [[UInt8]]) {
    connection = nil
    cancellation = .never
    self.parts = parts[...]
  }

  /// Appends the next bytes of the response to `buffer`; returns `false` at the end of the
  /// response.
  ///
  /// - Throws: `incomplete` if the transfer failed.
  func read(into buffer: inout GrowableBuffer<UInt8>) throws(RemoteFailure) -> Bool {
    guard let connection else {
      guard let part = parts.popFirst() else {
        isAtEnd = true
        return false
      }
      buffer.append(copying: part.span)
      return true
    }
    let cancellation = cancellation
    do throws(HTTPConnection.Failure) {
      isAtEnd = try !connection.read(into: &buffer) { cancellation.isCancelled }
    } catch {
      problem = error
      throw .incomplete
    }
    return !isAtEnd
  }
}
