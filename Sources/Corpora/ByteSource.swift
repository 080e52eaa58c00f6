internal import System
import UnicodeText

/// The bytes of one file or of standard input.
///
/// Gzip data is decompressed, and text that begins with the byte order mark of UTF-16 is converted
/// to UTF-8.
struct ByteSource: ~Copyable {
  private var reader: DescriptorReader
  private var gzip: GzipReader?
  private var utf16: UTF16Reader?

  /// Whether the first bytes were tested for gzip.
  private var hasStarted = false
  /// Whether the first bytes of the text were tested for UTF-16.
  private var knowsEncoding = false

  /// The error that ended the last read early; the next read throws this error.
  private var fault: CorpusError?

  /// Opens the file at `path`.
  ///
  /// - Throws: `notFound`, `unreadable`, `isFolder`, `cancelled`.
  init(
    _ path: FilePath, hasher: SHA256? = nil, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) {
    reader = DescriptorReader(
      try Self.open(path, isCancelled), isOwned: true, hasher: hasher, isCancelled: isCancelled)
  }

  private static func open(
    _ path: FilePath, _ isCancelled: () -> Bool
  ) throws(CorpusError) -> Int32 {
    while true {
      do throws(SystemError) {
        // Test for a folder before opening: a folder can be opened, but not read.
        let kind = try Platform.kind(of: path, followsLinks: true)
        if kind == .folder { throw SystemError.folder }
        // Open a named pipe without waiting, because a waiting call blocks until another process
        // opens the pipe for writing. The first read waits instead.
        return try Platform.open(path, for: kind == .other ? .readingWithoutWaiting : .reading)
      } catch {
        if !error.isInterruption { throw openingError(error, path) }
        if isCancelled() { throw CorpusError(.cancelled) }
      }
    }
  }

  /// Reads from an open descriptor and does not close it.
  init(
    borrowing descriptor: Int32, hasher: SHA256? = nil, isCancelled: @escaping @Sendable () -> Bool
  ) {
    reader = DescriptorReader(
      descriptor, isOwned: false, hasher: hasher, isCancelled: isCancelled)
  }

  /// Reads a regular file from its start and does not close it.
  ///
  /// Several sources can read from the same descriptor.
  init(sharing descriptor: Int32, isCancelled: @escaping @Sendable () -> Bool) {
    reader = DescriptorReader(sharing: descriptor, isCancelled: isCancelled)
  }

  /// Reads a byte range of an open, uncompressed regular file, and does not close the file.
  ///
  /// - Throws: `readFailed`.
  init(
    _ part: FilePart, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) {
    reader = DescriptorReader(
      seeking: part.descriptor, size: part.bytes.upperBound, isCancelled: isCancelled)
    try seek(to: part.bytes.lowerBound, end: part.bytes.upperBound)
  }

  /// Opens the input of a record stream.
  ///
  /// - Throws: the errors of opening the input.
  init(
    _ place: RecordStream.Place, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) {
    switch place {
    case .file(let path): try self.init(path, isCancelled: isCancelled)
    case .descriptor(let descriptor): self.init(borrowing: descriptor, isCancelled: isCancelled)
    case .spooled(let descriptor): self.init(sharing: descriptor, isCancelled: isCancelled)
    case .part(let part): try self.init(part, isCancelled: isCancelled)
    }
  }

  /// The size of the file when it was opened, in bytes; nil if it is not a regular file, or if its
  /// bytes are decompressed or converted.
  var size: Int? { isRaw ? reader.size : nil }

  /// Whether the text consists of the raw bytes of the file, without decompression or conversion.
  private var isRaw: Bool { gzip == nil && utf16 == nil }

  /// The SHA-256 of the bytes read so far, before decompression; nil if no digest was requested.
  var hasher: SHA256? { reader.hasher }

  /// The open file, which can be read at any offset; nil if it is not a regular file, or if its
  /// bytes are decompressed, converted or hashed.
  ///
  /// The text begins at offset `start`.
  func plainFile(start: Int) -> PlainFile? {
    guard isRaw, hasher == nil, let size = reader.size else { return nil }
    return PlainFile(descriptor: reader.descriptor, size: size, start: start)
  }

  /// Seeks to `offset` in a plain file.
  ///
  /// - Throws: `readFailed`.
  mutating func seek(to offset: Int) throws(CorpusError) { try reader.seek(to: offset) }

  /// Converts a failure to open `path` into an error.
  ///
  /// If the file is missing, the error suggests the file with the most similar name in the same
  /// folder.
  static func openingError(_ failure: SystemError, _ path: FilePath) -> CorpusError {
    if failure.isFolder { return CorpusError(.isFolder, path: path.text) }
    if !failure.isMissingPath {
      return CorpusError(.unreadable(reason: failure.readingReason), path: path.text)
    }
    let neighbours = (try? Platform.names(in: path.folder)) ?? []
    let name = path.nameText
    // Do not suggest `name` itself: the folder lists `name` if `path` is a symbolic link to a
    // missing file.
    let names = neighbours.map(\.text).filter { $0 != name }
    let nearest = Nearest.match(name, among: names).map { nearest in
      String(path.text.dropLast(name.count)) + nearest
    }
    return CorpusError(.notFound(nearest: nearest), path: path.text)
  }

  /// Seeks to `offset` in a plain file, and makes the text end at `end`.
  ///
  /// The bytes at `offset` are not tested for gzip or UTF-16.
  ///
  /// - Throws: `readFailed`.
  mutating func seek(to offset: Int, end: Int) throws(CorpusError) {
    hasStarted = true
    knowsEncoding = true
    try reader.seek(to: offset, end: end)
  }

  /// Whether an error ended the last read early; the next read throws that error.
  var hasFault: Bool { fault != nil }

  /// Fills `span` with text, unless the input ends or an error occurs first.
  ///
  /// If `keepsText` is set and an error occurs after some bytes were read, this call does not
  /// throw, and `span` contains these bytes. The next call throws the error.
  ///
  /// - Precondition: the span is empty.
  /// - Throws: `readFailed`, `isFolder`, `truncatedGzip`, `damagedGzip`, `outOfMemory`,
  ///   `cancelled`.
  mutating func read(
    into span: inout OutputSpan<UInt8>, keepsText: Bool = false
  ) throws(CorpusError) {
    if let fault { throw fault }
    while !span.isFull {
      var added = 0
      do throws(CorpusError) {
        added = try readAny(into: &span)
      } catch {
        if span.isEmpty || !keepsText { throw error }
        fault = error
      }
      if added == 0 { break }
      if !knowsEncoding && span.count > 1 { try detectEncoding(&span) }
    }
  }

  /// Whether a read may block, because the input is a pipe or a device.
  var mayBlock: Bool { reader.size == nil }

  /// Reads the available bytes into `span`, and waits until there are at least `minimum` bytes.
  ///
  /// The call returns with fewer bytes if the input ends, if an error occurs, or if no more bytes
  /// arrive within `timeout` milliseconds. If `timeout` is nil, there is no time limit.
  ///
  /// - Precondition: the span is empty.
  /// - Throws: the same errors as `read(into:)`.
  mutating func readSome(
    into span: inout OutputSpan<UInt8>, minimum: Int = 1, timeout: Int32? = nil
  ) throws(CorpusError) {
    if let fault { throw fault }
    repeat {
      if !span.isEmpty, let timeout, gzip?.hasInput != true,
        utf16?.hasText != true, !reader.hasMore(within: timeout)
      {
        break
      }
      var added = 0
      do throws(CorpusError) {
        added = try readOnce(into: &span)
      } catch {
        if span.isEmpty { throw error }
        fault = error
      }
      if added == 0 { break }
    } while span.count < minimum
  }

  /// Appends the available bytes to `span` (at least one byte, unless the input has ended), and
  /// returns their number.
  ///
  /// - Throws: the same errors as `read(into:)`.
  private mutating func readOnce(into span: inout OutputSpan<UInt8>) throws(CorpusError) -> Int {
    // The first two bytes show whether the input is gzip, and whether the text is UTF-16.
    if !knowsEncoding, span.freeCapacity > 1 {
      while span.isEmpty || span.count == 1 && TextStart.mayBeginEncoding(span.span[0]) {
        if try readAny(into: &span) == 0 { return span.count }
      }
      try detectEncoding(&span)
      return span.isEmpty ? try readOnce(into: &span) : span.count
    }
    return try readAny(into: &span)
  }

  /// Appends some text to `span`, and returns the number of bytes; 0 at the end of the input.
  private mutating func readAny(into span: inout OutputSpan<UInt8>) throws(CorpusError) -> Int {
    if let utf16 { return try utf16.read(into: &span, from: &reader, gzip) }
    if let gzip { return try gzip.read(into: &span, from: &reader) }
    return try reader.read(into: &span)
  }

  /// Starts decompression or conversion if the first bytes of the input require it.
  ///
  /// `span` contains these bytes. If decompression or conversion starts, the span becomes empty.
  private mutating func detectEncoding(_ span: inout OutputSpan<UInt8>) throws(CorpusError) {
    if !hasStarted {
      try detectGzip(&span)
      if gzip != nil { return }
    }
    knowsEncoding = span.count > 1
    if !TextStart.isUTF16(span.span) { return }
    utf16 = UTF16Reader(startingWith: span.span)
    span.removeAll()
  }

  /// Starts decompression if the input begins with the magic bytes of gzip.
  ///
  /// For gzip, the bytes read so far are moved to the decompressor, and the span becomes empty.
  private mutating func detectGzip(_ span: inout OutputSpan<UInt8>) throws(CorpusError) {
    hasStarted = true
    if !TextStart.isGzip(span.span) { return }
    guard let reader = GzipReader(startingWith: span.span) else {
      throw CorpusError(.outOfMemory)
    }
    gzip = reader
    span.removeAll()
  }
}
