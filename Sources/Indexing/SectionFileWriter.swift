internal import Corpora
internal import Synchronization
internal import System
internal import UnicodeText

/// Writes an index file; several threads may append to it.
///
/// The file has a temporary name until `finish` renames it, so no reader can open an incomplete
/// file.
final class SectionFileWriter: Sendable {
  private struct State {
    var offset = SectionLayout.pageSize
    /// The checksum of each page after the header.
    var sums: [UInt32] = []
  }

  private let path: String
  private let temporaryPath: String
  private let descriptor: Int32
  private let state = Mutex(State())

  /// Creates the temporary file.
  ///
  /// If `temporaryPath` is nil, the temporary file has the path `path` with the suffix `.new`.
  init(_ path: String, temporaryPath: String? = nil) throws(SystemError) {
    self.path = path
    self.temporaryPath = temporaryPath ?? path + ".new"
    try Platform.removeIfThere(self.temporaryPath)
    descriptor = try Platform.open(self.temporaryPath, for: .creating(permissions: 0o600))
  }

  deinit { Platform.close(descriptor) }

  /// Removes the temporary file.
  func discard() { Platform.remove(temporaryPath) }

  /// Appends bytes, and pads them with zeros to whole pages.
  ///
  /// - Returns: the offset of the bytes in the file.
  func append(_ bytes: consuming GrowableBuffer<UInt8>) throws(SystemError) -> Int {
    let page = SectionLayout.pageSize
    let padding = (page - bytes.count % page) % page
    for _ in 0..<padding { bytes.append(0) }
    let sums = bytes.withSpan { bytes in
      stride(from: 0, to: bytes.count, by: page).map {
        Checksum.crc32(bytes.extracting($0..<$0 + page))
      }
    }
    return try state.withLock { state throws(SystemError) in
      let offset = state.offset
      try Platform.seek(descriptor, to: offset)
      try bytes.withSpan { bytes throws(SystemError) in
        _ = try Platform.writeAll(bytes, to: descriptor)
      }
      state.offset += bytes.count
      state.sums += sums
      return offset
    }
  }

  /// Writes the checksums and the header, syncs the file, and renames the file to its final name.
  func finish(
    _ kind: SectionLayout.Kind, sections: [Range<Int>]
  ) throws(SystemError) {
    let page = SectionLayout.pageSize
    let (end, sums) = state.withLock { ($0.offset, $0.sums) }
    var table = GrowableBuffer<UInt8>(capacity: 4 * sums.count)
    for sum in sums { table.append(number: sum) }
    var header = GrowableBuffer<UInt8>(capacity: page)
    for byte in SectionLayout.magic { header.append(byte) }
    header.append(number: SectionLayout.version)
    header.append(number: SectionLayout.byteOrder)
    header.append(number: kind.rawValue)
    header.append(number: UInt32(sections.count))
    header.append(number: UInt64(end + table.count))
    header.append(number: UInt64(end))
    header.append(number: table.withSpan { Checksum.crc32($0) })
    header.append(number: UInt32(0))
    for section in sections {
      header.append(number: UInt64(section.lowerBound))
      header.append(number: UInt64(section.count))
    }
    while header.count < page - 4 { header.append(0) }
    header.append(number: header.withSpan { Checksum.crc32($0) })
    try Platform.seek(descriptor, to: end)
    try write(table)
    try Platform.seek(descriptor, to: 0)
    try write(header)
    try Platform.synchronize(descriptor)
    try Platform.move(temporaryPath, to: path)
    Platform.synchronize(folder: FilePath(path).folder)
  }

  private func write(_ bytes: borrowing GrowableBuffer<UInt8>) throws(SystemError) {
    try bytes.withSpan { bytes throws(SystemError) in
      _ = try Platform.writeAll(bytes, to: descriptor)
    }
  }
}
