internal import CSystem

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Reads and writes open files.
extension Platform {
  /// Opens `/dev/null` for each of the descriptors 0, 1 and 2 that is closed, so that no later file
  /// gets its number.
  ///
  /// Reading from such a descriptor returns the end of the file. Writing to it fails, as if it were
  /// still closed.
  package static func fillStandardDescriptors() {
    for descriptor in Int32(0)..<3 where fcntl(descriptor, F_GETFD) < 0 {
      // The system returns the lowest free descriptor, which is `descriptor`.
      _ = try? open("/dev/null", for: .reading)
    }
  }

  /// Waits for input for at most `milliseconds`; returns whether a read would succeed now without
  /// blocking.
  package static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    wait(for: POLLIN, descriptor, milliseconds)
  }

  /// Waits until all processes have closed the write end of a pipe; `descriptor` is the read end.
  package static func waitForHangUp(of descriptor: Int32) {
    // `poll` reports a closed pipe even if no event is requested.
    while !wait(for: 0, descriptor, -1) {}
  }

  private static func wait(
    for event: Int32, _ descriptor: Int32, _ milliseconds: Int32
  ) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    // SAFETY: the list has one request, which stays valid during the call.
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  /// Reads at most `limit` bytes and appends them to `span`; returns their number, which is 0 at
  /// the end of the file.
  ///
  /// - Precondition: `span` has free capacity for `limit` bytes.
  package static func read(
    _ descriptor: Int32, upTo limit: Int, into span: inout OutputSpan<UInt8>
  ) throws(SystemError) -> Int {
    precondition(limit <= span.freeCapacity)
    return try unsafe span.withUnsafeMutableBufferPointer {
      (buffer, count) throws(SystemError) in
      // SAFETY: the span has capacity for `limit` bytes after its first `count` bytes.
      let added = try unsafe read(
        descriptor, into: UnsafeMutableBufferPointer(rebasing: buffer[count..<count + limit]))
      count += added
      return added
    }
  }

  /// Reads at most as many bytes as fit into `buffer`, and returns their number, which is 0 at the
  /// end of the file.
  private static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> Int {
    // SAFETY: at most `buffer.count` bytes are written to the buffer.
    #if canImport(Glibc)
    let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
    let count = unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Darwin)
    let count = unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
    if count < 0 { throw .last }
    return count
  }

  /// Replaces `bytes` with at most `limit` bytes of a file, and retries after signals; `bytes` is
  /// empty at the end of the file.
  package static func read(
    _ descriptor: Int32, upTo limit: Int, into bytes: inout [UInt8]
  ) throws(SystemError) {
    while true {
      do throws(SystemError) {
        bytes = try read(descriptor, upTo: limit)
        return
      } catch {
        if !error.isInterruption { throw error }
      }
    }
  }

  /// Reads at most `limit` bytes; returns no bytes at the end of the file.
  package static func read(_ descriptor: Int32, upTo limit: Int) throws(SystemError) -> [UInt8] {
    var error: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
      do throws(SystemError) {
        // SAFETY: the buffer has at least `limit` bytes; use only the first `limit` bytes, because
        // the buffer can be larger than requested.
        let wanted = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<limit])
        used = unsafe try read(descriptor, into: wanted)
      } catch let failure {
        error = failure
      }
    }
    if let error { throw error }
    return bytes
  }

  /// Fills a span with the bytes at an offset of a file, and retries after signals.
  ///
  /// At most `limit` bytes are added.
  ///
  /// - Returns: whether all reads succeeded; if the file ends, the span is only partly filled.
  package static func fill(
    _ span: inout OutputSpan<UInt8>, upTo limit: Int = .max, from descriptor: Int32, at offset: Int
  ) -> Bool {
    unsafe span.withUnsafeMutableBufferPointer { (buffer, count) in
      var offset = off_t(offset)
      let end = count + min(limit, buffer.count - count)
      while count < end {
        // SAFETY: the call writes at most as many bytes as the buffer has after its first `count`
        // bytes.
        let added = unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + count }, end - count, offset)
        if added == 0 { break }
        if added < 0 {
          if errno != EINTR { return false }
          continue
        }
        count += added
        offset += off_t(added)
      }
      return true
    }
  }

  /// Seeks to `offset`.
  package static func seek(_ descriptor: Int32, to offset: Int) throws(SystemError) {
    if lseek(descriptor, off_t(offset), SEEK_SET) < 0 { throw .last }
  }

  /// The bytes of a regular file; nil for any other kind of file, or if the file cannot be read.
  package static func contents(ofRegularFile path: some PathText) -> [UInt8]? {
    guard case .file(let size) = try? kind(of: path, followsLinks: true),
      let descriptor = try? open(path, for: .readingWithoutWaiting)
    else { return nil }
    defer { close(descriptor) }
    let step = min(max(size, 256), 1 << 20) + 1
    var (bytes, piece): ([UInt8], [UInt8]) = ([], [])
    while (try? read(descriptor, upTo: step, into: &piece)) != nil {
      if piece.isEmpty { return bytes }
      bytes += piece
    }
    return nil
  }

  /// The first bytes of a file as text; nil if the file cannot be read.
  package static func text(of path: String, upTo limit: Int = 1 << 20) -> String? {
    var length: Int64 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      // SAFETY: at most `limit` bytes are written, and the array has this capacity.
      length = unsafe csys_read(path, buffer.baseAddress, limit)
      count = max(0, Int(length))
    }
    return length < 0 ? nil : String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Writing

  /// Writes some of the bytes, and returns the number of bytes written.
  package static func writeSome(
    _ bytes: Span<UInt8>, to descriptor: Int32
  ) throws(SystemError) -> Int {
    // SAFETY: the call reads only the bytes of the span, and the span outlives the call.
    let count = unsafe bytes.withUnsafeBufferPointer { bytes in
      #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Darwin)
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
      #endif
    }
    if count < 0 { throw .last }
    return count
  }

  /// Writes all bytes; while `isCancelled` returns false, waits for a slow reader.
  ///
  /// - Returns: whether all bytes were written.
  package static func writeAll(
    _ bytes: Span<UInt8>, to descriptor: Int32, isCancelled: () -> Bool = { false }
  ) throws(SystemError) -> Bool {
    var done = 0
    let wasCancelled = isCancelled()
    while done < bytes.count {
      var step = bytes.count - done
      if wasCancelled {
        // The canceling signal has already arrived, so it cannot interrupt a blocked write. Write
        // only as much as a pipe or a terminal accepts without blocking.
        if !wait(for: POLLOUT, descriptor, 20) { return false }
        step = min(step, 512)
      }
      do throws(SystemError) {
        done += try writeSome(bytes.extracting(done..<done + step), to: descriptor)
      } catch {
        if error.isTryAgain {
          _ = wait(for: POLLOUT, descriptor, -1)
        } else if !error.isInterruption {
          throw error
        }
      }
      // A signal can interrupt a blocked write, even after a part of the bytes was written.
      if done < bytes.count, !wasCancelled, isCancelled() { return false }
    }
    return true
  }
}
