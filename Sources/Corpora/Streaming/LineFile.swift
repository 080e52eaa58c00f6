package import Synchronization
package import System
package import UnicodeText

/// A regular file of lines that is read in parts, by several threads at once.
///
/// A line belongs to the part that it begins in, so every line belongs to one. Large files are mapped: their bytes are
/// used where the system keeps them. A file that shrinks meanwhile only ends sooner.
package final class LineFile: Sendable {
  /// The path as it was given.
  package let path: String

  /// The bytes of text that the file had when it was opened, without a byte order mark.
  package let size: Int

  /// Whether the rest of it need not be read; the search sets it.
  package let isDone = Atomic(false)

  /// Whether many of its lines are rows, so that it is searched in smaller parts; the search sets it.
  package let hasManyRows = Atomic(false)

  let descriptor: Int32

  /// Where the text begins in the file.
  let start: Int

  /// All of the file; nil if it is small, or cannot be mapped.
  let mapping: FileMapping?

  fileprivate init(
    _ descriptor: Int32, name: String, size: Int, start: Int, mapping: FileMapping?
  ) {
    path = name
    self.size = max(0, size - start)
    self.descriptor = descriptor
    self.start = start
    self.mapping = mapping
  }

  deinit { Platform.close(descriptor) }

  /// Some pieces of the text, at most `count` bytes each.
  package func sample(_ pieces: Int, of count: Int) -> GrowableBuffer<UInt8> {
    var sample = GrowableBuffer<UInt8>(capacity: pieces * count)
    for piece in 0..<pieces {
      let offset = size / pieces * piece
      let length = min(count, size / pieces + 1, size - offset)
      guard Self.read(descriptor, length, at: start + offset, to: &sample) else { break }
    }
    return sample
  }

  /// Appends up to `count` bytes of the file, fewer only at its end; false if that fails.
  static func read(
    _ descriptor: Int32, _ count: Int, at offset: Int, to buffer: inout GrowableBuffer<UInt8>
  ) -> Bool {
    guard buffer.reserveIfPossible(count + 64) else { return false }
    var isFine = true
    unsafe buffer.append(upTo: count) { room in
      var done = 0
      while done < count {
        // SAFETY: `done` is less than `count`, the capacity of the buffer that is lent.
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: room[done..<count])
        guard let added = unsafe Platform.read(descriptor, into: rest, at: offset + done) else {
          isFine = false
          break
        }
        if added == 0 { break }
        done += added
      }
      return done
    }
    return isFine
  }
}

extension LoadOptions {
  /// Whether lines are searched raw: only their ends are cut and ill-formed bytes replaced.
  package var leavesLinesAsTheyAre: Bool {
    fields.isEmpty && aliasFields.isEmpty && !isStrict && !computesSHA256
  }
}

/// A file that was opened to be searched.
package enum OpenedFile: Sendable {
  /// All text of a small plain file is in the buffer that was lent.
  case read
  /// All of a small compressed file is in the buffer that was lent, still compressed.
  case gzip
  /// A large plain file.
  case large(LineFile)
  /// What has to be read from its beginning to its end: compressed, or no regular file.
  case stream
  /// Binary, and passed over.
  case binary

  /// Opens the file at `path`; the text of a small one, without a byte order mark, takes the place of what `buffer` holds.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - name: the path as it is shown.
  ///   - passesOverBinary: whether a file with a zero byte among its first is passed over.
  ///   - leastMapped: larger files are read in parts.
  ///   - buffer: takes the text of a small file.
  /// - Returns: how it is to be read on.
  /// - Throws: `notFound`, `unreadable`, `readFailed`, `isFolder`.
  package static func open(
    _ path: FilePath, name: @autoclosure () -> String, passesOverBinary: Bool, leastMapped: Int,
    into buffer: inout GrowableBuffer<UInt8>
  ) throws(CorpusError) -> OpenedFile {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Platform.open(path)
    } catch {
      throw ByteSource.openingError(error, path)
    }
    guard case .file(let size) = try? Platform.kind(of: descriptor) else {
      Platform.close(descriptor)
      return .stream
    }
    if size >= leastMapped {
      var head = GrowableBuffer<UInt8>(capacity: TextStart.sniffed)
      let isRead = LineFile.read(descriptor, TextStart.sniffed, at: 0, to: &head)
      if !isRead || head.withSpan({ TextStart.isGzip($0) }) {
        Platform.close(descriptor)
        return .stream
      }
      if passesOverBinary, head.withSpan({ TextStart.isBinary($0) }) {
        Platform.close(descriptor)
        return .binary
      }
      let mark = head.withSpan { TextStart.length(ofMarkIn: $0) }
      return .large(LineFile(adopting: descriptor, name: name(), size: size, start: mark))
    }
    defer { Platform.close(descriptor) }
    buffer.truncate(to: 0)
    // What the system makes up as it is read (as in /proc) says that it has no bytes.
    if size == 0 { return LineFile.hasText(descriptor) ? .stream : .read }
    // The first bytes of a larger file show whether the rest is worth reading.
    let first = size > 4 * TextStart.sniffed ? TextStart.sniffed : size
    guard LineFile.read(descriptor, first, at: 0, to: &buffer) else { throw readError(name()) }
    let opened: OpenedFile = buffer.withSpan { text in
      if TextStart.isGzip(text) { return .gzip }
      return passesOverBinary && TextStart.isBinary(text) ? .binary : .read
    }
    if case .binary = opened { return .binary }
    guard first == size || LineFile.read(descriptor, size - first, at: first, to: &buffer) else {
      throw readError(name())
    }
    return opened
  }
}

extension OpenedFile {
  private static func readError(_ name: String) -> CorpusError {
    CorpusError(.readFailed(reason: SystemError.last.readingReason), path: name)
  }
}

extension LineFile {
  /// Adopts an open file whose text begins at `start`, and maps it.
  fileprivate convenience init(adopting descriptor: Int32, name: String, size: Int, start: Int) {
    self.init(
      descriptor, name: name, size: size, start: start,
      mapping: FileMapping(descriptor, count: size))
  }

  /// Whether there is a byte to read.
  fileprivate static func hasText(_ descriptor: Int32) -> Bool {
    var first = GrowableBuffer<UInt8>()
    return !read(descriptor, 1, at: 0, to: &first) || first.count > 0
  }
}
