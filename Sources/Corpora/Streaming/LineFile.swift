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

  /// Whether the first bytes are those of a compressed file.
  package let isCompressed: Bool

  let descriptor: Int32

  /// Where the text begins in the file.
  let start: Int

  /// All of the file; nil if it is small, or cannot be mapped.
  let mapping: FileMapping?

  /// Opens the file; nil if it is no regular file, or its size says nothing of what can be read.
  ///
  /// A file of at least `leastMapped` bytes is mapped.
  ///
  /// - Throws: `notFound`, `unreadable`.
  package convenience init?(_ path: String, leastMapped: Int) throws(CorpusError) {
    try self.init(FilePath(path), name: path, leastMapped: leastMapped)
  }

  init?(_ path: FilePath, name: String, leastMapped: Int) throws(CorpusError) {
    let descriptor: Int32
    do throws(Platform.Failure) {
      descriptor = try Platform.open(path)
    } catch {
      throw ByteSource.openingError(error, path)
    }
    var head = GrowableBuffer<UInt8>()
    guard case .file(let size) = try? Platform.kind(of: descriptor),
      Self.read(descriptor, 3, at: 0, to: &head), head.count == 0 || size > 0
    else {
      Platform.close(descriptor)
      return nil
    }
    let isMarked = head.count == 3 && head[0] == 0xEF && head[1] == 0xBB && head[2] == 0xBF
    isCompressed = head.count > 1 && head[0] == 0x1F && head[1] == 0x8B
    start = isMarked ? 3 : 0
    self.path = name
    self.size = max(0, size - start)
    self.descriptor = descriptor
    mapping = size >= leastMapped ? FileMapping(descriptor, count: size) : nil
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
        // SAFETY: `done` is less than `count`, for which there is room.
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

extension LineFile {
  /// Whether options leave text as it stands in its file, but for line ends and ill-formed bytes.
  package static func suits(_ options: LoadOptions) -> Bool {
    (options.type == "auto" || options.type == LinesFormat().name) && options.fields.isEmpty
      && options.aliasFields.isEmpty && !options.isStrict && !options.computesSHA256
  }

  /// Whether the file at `path` would be read as lines.
  package static func isOfLines(_ path: String, _ options: LoadOptions) -> Bool {
    if path == "-" { return false }
    let format = FormatCatalog.format(ofFileNamed: path)
    return options.type != "auto" || format == nil || format?.name == LinesFormat().name
  }
}
