package import Synchronization
package import System
package import UnicodeText

/// A regular file of lines that several threads read in parts, which are byte ranges.
///
/// A line belongs to the part in which it begins, so each line belongs to exactly one part. Parts
/// are read from a mapping if the mapping is faster; otherwise, they are copied into a buffer. If a
/// file shrinks during the search, its text ends at the new end of the file.
package final class LineFile: Sendable {
  /// The path as the caller gave it.
  package let path: String

  /// The number of bytes of text when the file was opened, excluding a byte order mark.
  package let size: Int

  /// The offset after which no part needs to be read.
  ///
  /// The search lowers the offset when it has found enough matches.
  package let enoughAt = Atomic(Int.max)

  /// Whether the search has found many matching lines; if so, the remaining parts are smaller.
  package let hasManyMatches = Atomic(false)

  let descriptor: Int32

  /// The file offset where the text begins, after a byte order mark.
  let start: Int

  /// A mapping of the whole file; nil if the file cannot be mapped.
  let mapping: FileMapping?

  /// Chooses whether parts are read from the mapping.
  let trials = ReadingTrials()

  /// Finds the ends of very long lines.
  let newlines: NewlineSearch

  fileprivate init(
    _ descriptor: Int32, name: String, size: Int, start: Int, mapping: FileMapping?
  ) {
    path = name
    self.size = max(0, size - start)
    self.descriptor = descriptor
    self.start = start
    self.mapping = mapping
    newlines = NewlineSearch(of: start..<max(start, size))
  }

  deinit { Platform.close(descriptor) }

  /// A sample of the text: `pieces` evenly spaced pieces of at most `count` bytes each.
  package func sample(_ pieces: Int, of count: Int) -> GrowableBuffer<UInt8> {
    var sample = GrowableBuffer<UInt8>(capacity: pieces * count)
    for piece in 0..<pieces {
      let offset = size / pieces * piece
      let length = min(count, size / pieces + 1, size - offset)
      guard Self.read(descriptor, length, at: start + offset, to: &sample) else { break }
    }
    return sample
  }

  /// Appends `count` bytes of the file, or fewer if the file ends; returns false if a read fails.
  static func read(
    _ descriptor: Int32, _ count: Int, at offset: Int, to buffer: inout GrowableBuffer<UInt8>
  ) -> Bool {
    guard buffer.reserveIfPossible(count + 64) else { return false }
    return PlainFile(descriptor: descriptor, size: 0, start: 0)
      .append(count, at: offset, to: &buffer)
  }
}

extension LoadOptions {
  /// Whether lines can be searched without loading them as records.
  ///
  /// If so, loading the lines would only remove line ends and replace ill-formed bytes.
  package var keepsRawLines: Bool {
    fields.isEmpty && aliasFields.isEmpty && !isStrict && !computesSHA256
  }
}

/// The result of opening a file for a search.
package enum OpenedFile: Sendable {
  /// A small plain file; its text is in the caller's buffer.
  case read
  /// A small gzip file; its compressed bytes are in the caller's buffer.
  case gzip
  /// A large plain file.
  case large(LineFile)
  /// A file that must be read from beginning to end, because it is compressed, UTF-16, or not a
  /// regular file.
  case stream
  /// A binary file, which was skipped.
  case binary

  /// Opens the file at `path`; if the file is small, its bytes replace the contents of `buffer`.
  ///
  /// If the file has a byte order mark, the bytes in `buffer` include it.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - name: the path to show in errors.
  ///   - skipsBinary: whether to skip a file whose first bytes contain a zero byte.
  ///   - minimumBytesToSplit: the minimum size, in bytes, of a file that is read in parts.
  ///   - buffer: receives the bytes of a small file.
  /// - Returns: how to read the rest of the file.
  /// - Throws: `notFound`, `unreadable`, `readFailed`, `isFolder`.
  package static func open(
    _ path: FilePath, name: @autoclosure () -> String, skipsBinary: Bool, minimumBytesToSplit: Int,
    into buffer: inout GrowableBuffer<UInt8>
  ) throws(CorpusError) -> OpenedFile {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Platform.open(path, for: .readingWithoutWaiting)
    } catch {
      throw ByteSource.openingError(error, path)
    }
    guard case .file(let size) = try? Platform.kind(of: descriptor) else {
      Platform.close(descriptor)
      return .stream
    }
    if size >= minimumBytesToSplit {
      var head = GrowableBuffer<UInt8>(capacity: TextStart.sniffed)
      let isRead = LineFile.read(descriptor, TextStart.sniffed, at: 0, to: &head)
      if !isRead || head.withSpan({ TextStart.isEncoded($0) }) {
        Platform.close(descriptor)
        return .stream
      }
      if skipsBinary, head.withSpan({ TextStart.isBinary($0) }) {
        Platform.close(descriptor)
        return .binary
      }
      let mark = head.withSpan { TextStart.length(ofMarkIn: $0) }
      return .large(LineFile(adopting: descriptor, name: name(), size: size, start: mark))
    }
    defer { Platform.close(descriptor) }
    buffer.truncate(to: 0)
    // Files that the system generates on the fly, as in /proc, report a size of 0.
    if size == 0 { return LineFile.hasText(descriptor) ? .stream : .read }
    // Read only the first bytes of a larger file: these bytes show whether the file must be read
    // now.
    let first = size > 4 * TextStart.sniffed ? TextStart.sniffed : size
    guard LineFile.read(descriptor, first, at: 0, to: &buffer) else { throw readError(name()) }
    let opened: OpenedFile = buffer.withSpan { text in
      if TextStart.isGzip(text) { return .gzip }
      if TextStart.isUTF16(text) { return .stream }
      return skipsBinary && TextStart.isBinary(text) ? .binary : .read
    }
    switch opened {
    case .binary, .stream: return opened
    default: break
    }
    guard first == size || LineFile.read(descriptor, size - first, at: first, to: &buffer) else {
      throw readError(name())
    }
    return opened
  }
}

extension OpenedFile {
  private static func readError(_ name: String) -> CorpusError {
    let error = SystemError.last
    return CorpusError(
      error.isOutOfMemory ? .outOfMemory : .readFailed(reason: error.readingReason), path: name)
  }
}

extension LineFile {
  /// Maps an open file whose text begins at `start`; deinitialization closes the file.
  fileprivate convenience init(adopting descriptor: Int32, name: String, size: Int, start: Int) {
    self.init(
      descriptor, name: name, size: size, start: start,
      mapping: FileMapping(descriptor, count: size))
  }

  /// Whether the file may contain text: it has at least one byte, or a read fails.
  fileprivate static func hasText(_ descriptor: Int32) -> Bool {
    var first = GrowableBuffer<UInt8>()
    return !read(descriptor, 1, at: 0, to: &first) || first.count > 0
  }
}
