internal import CCurl
internal import Synchronization
internal import System
internal import UnicodeText

/// The libcurl library, which the program loads when a remote source is first used.
@safe final class HTTPLibrary: Sendable {
  /// The libcurl library; `nil` if the system does not have it.
  static let shared = HTTPLibrary()

  private let address: UInt

  private init?() {
    for path in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
      if let handle = unsafe ccurl_open(path) {
        address = UInt(bitPattern: handle)
        return
      }
    }
    return nil
  }

  /// The version string that libcurl reports.
  var version: String { unsafe String(cString: ccurl_version(handle)) }

  fileprivate var handle: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }
}

/// An HTTP connection to one server, which stays open for the next request.
///
/// Only one thread at a time may use the connection. Sources: RFC 9110, RFC 9112; libcurl(3).
@safe final class HTTPConnection: Sendable {
  /// A POST request whose body is a statement, followed by data if the statement is an insert.
  struct Request {
    var url: String
    var user: String?
    var password: String?
    var body: [UInt8]

    /// The data that follows the statement in the body; libcurl sends it from this array without
    /// copying it.
    var data: [UInt8] = []
    var acceptsGzip = false

    /// Whether to open a new connection; on a reused connection, libcurl may send a request twice.
    var connectsAnew = false
    var connectMilliseconds = 5_000

    /// The maximum time to wait for more data, in milliseconds.
    var idleMilliseconds = 60_000
  }

  /// The status and headers of a response.
  struct Head: Equatable {
    let status: Int
    /// Whether the response has a length or is chunked, so that a truncated response can be
    /// detected.
    let isFramed: Bool
    let mediaType: String
  }

  /// The reason why a request failed.
  enum Failure: Error, Equatable {
    case cancelled
    /// No data arrived for this many milliseconds.
    case silent(milliseconds: Int)
    /// The transfer failed, with libcurl's error code and message.
    case transfer(code: Int, reason: String)
    case outOfMemory
  }

  /// The interval at which a waiting request checks for cancellation, in milliseconds.
  private static let checkInterval: Int32 = 5

  /// The maximum number of bytes that one read appends.
  private static let step = 1 << 18

  private let address: UInt
  private let idleLimit = Atomic<Int>(0)

  /// Creates a connection that is not yet open; `nil` if there is not enough memory.
  init?(_ library: HTTPLibrary) {
    guard let handle = unsafe ccurl_create(library.handle) else { return nil }
    address = UInt(bitPattern: handle)
  }

  deinit { unsafe ccurl_destroy(handle) }

  private var handle: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }

  /// The number of transferred bytes of all responses so far, before decompression.
  var bytesReceived: UInt64 { unsafe ccurl_received(handle) }

  /// Abandons the current request and closes the connection.
  func stop() { unsafe ccurl_stop(handle) }

  /// Sends a request, and waits for the status and headers of the response.
  ///
  /// - Throws: `Failure`.
  func send(_ request: Request, _ isCancelled: () -> Bool) throws(Failure) -> Head {
    idleLimit.store(request.idleMilliseconds, ordering: .relaxed)
    var head = ccurl_head()
    // SAFETY: libcurl does not read `body` and `data` after `ccurl_forget_body`, which runs while
    // both pointers are valid.
    let failure: Failure? = unsafe request.body.withUnsafeBufferPointer { body in
      unsafe request.data.withUnsafeBufferPointer { data in
        defer { unsafe ccurl_forget_body(handle) }
        if unsafe start(request, body, data) != 0 { return .outOfMemory }
        do throws(Failure) {
          try wait(isCancelled) { unsafe ccurl_wait_for_head(handle, Self.checkInterval, &head) }
          return nil
        } catch {
          return error
        }
      }
    }
    if let failure { throw failure }
    let mediaType = unsafe withUnsafeBytes(of: head.media_type) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return Head(status: head.status, isFramed: head.is_framed != 0, mediaType: mediaType)
  }

  /// Starts a request; returns 0, or a nonzero number if there is not enough memory.
  private func start(
    _ request: Request, _ body: UnsafeBufferPointer<UInt8>, _ data: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    // SAFETY: the library copies the strings before it returns.
    unsafe request.url.withCString { url in
      unsafe Self.withOptional(request.user) { user in
        unsafe Self.withOptional(request.password) { password in
          var raw = unsafe ccurl_request(
            url: url, user: user, password: password, body: body.baseAddress,
            body_count: body.count, data: data.baseAddress, data_count: data.count,
            connect_milliseconds: request.connectMilliseconds,
            accepts_gzip: request.acceptsGzip ? 1 : 0, connects_anew: request.connectsAnew ? 1 : 0)
          return unsafe ccurl_start(handle, &raw)
        }
      }
    }
  }

  /// Appends the next bytes of the response to `buffer`; returns `false` at the end of the
  /// response.
  ///
  /// - Throws: `Failure`.
  func read(
    into buffer: inout GrowableBuffer<UInt8>, _ isCancelled: () -> Bool
  ) throws(Failure) -> Bool {
    var count = 0
    try wait(isCancelled) {
      // SAFETY: the library writes at most `capacity` bytes, and reports the number of written
      // bytes.
      var state = Int32(ccurl_waiting)
      unsafe buffer.append(upTo: Self.step) { space in
        state = unsafe ccurl_read(
          handle, space.baseAddress, space.count, &count, Self.checkInterval)
        return count
      }
      return state
    }
    return count > 0
  }

  /// Calls `step` until it returns a value other than `ccurl_waiting`; throws an error after a
  /// cancellation, or if no data arrives for too long.
  private func wait(
    _ isCancelled: () -> Bool, _ step: () -> Int32
  ) throws(Failure) {
    let limit = idleLimit.load(ordering: .relaxed)
    let start = Platform.monotonicNanoseconds()
    while true {
      if isCancelled() {
        stop()
        throw .cancelled
      }
      switch Int(step()) {
      case Int(ccurl_data), Int(ccurl_done): return
      case Int(ccurl_waiting):
        if Platform.monotonicNanoseconds() - start > UInt64(limit) * 1_000_000 {
          stop()
          throw .silent(milliseconds: limit)
        }
      default:
        throw .transfer(
          code: unsafe Int(ccurl_failure(handle)),
          reason: unsafe String(cString: ccurl_reason(handle)))
      }
    }
  }

  private static func withOptional<R>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> R
  ) -> R {
    guard let text else { return body(nil) }
    return unsafe text.withCString(body)
  }
}
