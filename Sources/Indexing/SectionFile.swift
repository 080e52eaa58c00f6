internal import Corpora
internal import Synchronization
internal import System
internal import Threading
internal import UnicodeText

/// The layout of an index file, which has a header page, sections of whole pages, and the checksums
/// of the section pages.
///
/// All numbers are little-endian. Offsets are in bytes from the start of the file.
///
/// | offset in the header | bytes | contents |
/// |---|---|---|
/// | 0 | 8 | `sbindex\n` |
/// | 8 | 4 | version of the format |
/// | 12 | 4 | 0x01020304, which detects another byte order |
/// | 16 | 4 | kind of the file |
/// | 20 | 4 | number of sections |
/// | 24 | 8 | size of the file |
/// | 32 | 8 | offset of the checksums: one CRC-32, in four bytes, for each page between the header and the checksums |
/// | 40 | 4 | CRC-32 of the checksums |
/// | 48 | 16 each | the sections: offset and length |
/// | 4092 | 4 | CRC-32 of the preceding 4,092 bytes |
enum SectionLayout {
  static let magic = Array("sbindex\n".utf8)
  static let version: UInt32 = 2
  static let byteOrder: UInt32 = 0x0102_0304
  static let pageSize = 4096
  static let maxSections = 16

  /// The type of an index file.
  enum Kind: UInt32 {
    case tree = 1
    case blocks = 2
    case corpus = 3
  }
}

/// An index file, which is read directly from a memory mapping.
///
/// A page's checksum is verified when the page is first used.
final class SectionFile: Sendable {
  private let mapping: FileMapping

  /// The stamp of the file when it was opened.
  let stamp: FileStamp

  private let sumsOffset: Int
  private let sections: [Range<Int>]

  /// Whether all pages were verified.
  private let isVerified = Atomic(false)

  /// Whether a thread of `verifyAll(threads:releasing:)` found a wrong checksum.
  private let isDamaged = Atomic(false)

  /// One bit per page; the bit is set if the page's checksum was verified.
  private let verified: Mutex<[UInt64]>

  /// Opens and maps a file.
  ///
  /// - Complexity: O(*p*), where *p* is the number of pages, because the table of page checksums is
  ///   verified.
  init(_ path: String, _ kind: SectionLayout.Kind) throws(IndexFault) {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Platform.open(path, for: .readingWithoutWaiting)
    } catch {
      throw error.isMissingPath ? .missing : .system(error)
    }
    defer { Platform.close(descriptor) }
    do throws(SystemError) {
      let status = try FileStatus(of: descriptor)
      if !status.isRegular { throw .invalid }
      stamp = status.stamp
    } catch {
      throw .system(error)
    }
    let size = stamp.size
    let page = SectionLayout.pageSize
    guard size >= page else { throw .damaged }
    guard let mapping = FileMapping(descriptor, count: size) else {
      throw .system(SystemError(code: SystemError.last.code))
    }
    self.mapping = mapping
    let header = try mapping.withSpan(of: 0..<page) { header throws(IndexFault) in
      try Self.header(header, size, kind)
    }
    sumsOffset = header.sums
    sections = header.sections
    let sums = mapping.withSpan(of: header.sums..<size) { Checksum.crc32($0) }
    if sums != header.sumOfSums { throw .damaged }
    let pages = header.sums / page
    verified = Mutex([UInt64](repeating: 0, count: (pages + 63) / 64))
  }

  private static func header(
    _ header: Span<UInt8>, _ size: Int, _ kind: SectionLayout.Kind
  ) throws(IndexFault) -> (sums: Int, sumOfSums: UInt32, sections: [Range<Int>]) {
    let page = SectionLayout.pageSize
    for (index, byte) in SectionLayout.magic.enumerated() where header[index] != byte {
      throw .damaged
    }
    if header.number(at: 8, as: UInt32.self) != SectionLayout.version
      || header.number(at: 12, as: UInt32.self) != SectionLayout.byteOrder
    {
      throw .otherVersion
    }
    let sum = Checksum.crc32(header.extracting(0..<page - 4))
    guard sum == header.number(at: page - 4, as: UInt32.self),
      header.number(at: 16, as: UInt32.self) == kind.rawValue,
      header.number(at: 24, as: UInt64.self) == UInt64(size)
    else { throw .damaged }
    let sums = Int(clamping: header.number(at: 32, as: UInt64.self))
    let count = Int(header.number(at: 20, as: UInt32.self))
    guard sums % page == 0, sums >= page, sums <= size, (size - sums) / 4 == sums / page - 1,
      count <= SectionLayout.maxSections
    else { throw .damaged }
    var sections: [Range<Int>] = []
    for index in 0..<count {
      let start = Int(clamping: header.number(at: 48 + 16 * index, as: UInt64.self))
      let length = Int(clamping: header.number(at: 56 + 16 * index, as: UInt64.self))
      guard start >= page, length >= 0, start <= sums, length <= sums - start else {
        throw .damaged
      }
      sections.append(start..<start + length)
    }
    return (sums, header.number(at: 40, as: UInt32.self), sections)
  }

  /// The size of the file in bytes.
  var size: Int { mapping.count }

  /// The number of bytes of a section.
  func length(of section: Int) throws(IndexFault) -> Int {
    if section >= sections.count { throw .damaged }
    return sections[section].count
  }

  /// Calls `body` with a range of a section's bytes.
  ///
  /// - Throws: `damaged` if the range is not inside the section, or if a checksum is wrong.
  func withBytes<R>(
    _ range: Range<Int>, of section: Int, _ body: (Span<UInt8>) throws(IndexFault) -> R
  ) throws(IndexFault) -> R {
    guard section < sections.count, range.lowerBound >= 0,
      range.upperBound <= sections[section].count
    else { throw .damaged }
    let start = sections[section].lowerBound
    let place = start + range.lowerBound..<start + range.upperBound
    if isVerified.load(ordering: .relaxed) { return try mapping.withSpan(of: place, body) }
    try verify(place)
    let result = try mapping.withSpan(of: place, body)
    if mapping.wasZeroFilled { throw .damaged }
    return result
  }

  /// Calls `body` with all bytes of a section.
  func withBytes<R>(
    ofSection section: Int, _ body: (Span<UInt8>) throws(IndexFault) -> R
  ) throws(IndexFault) -> R {
    try withBytes(0..<length(of: section), of: section, body)
  }

  /// Verifies all pages, so that later reads do not verify checksums.
  ///
  /// If the file shrinks after this verification, the missing bytes are read as zeros.
  func verifyAll() throws(IndexFault) {
    try verify(SectionLayout.pageSize..<sumsOffset)
    if mapping.wasZeroFilled { throw .damaged }
    isVerified.store(true, ordering: .relaxed)
  }

  /// Verifies all pages on several threads, so that later reads do not verify checksums.
  ///
  /// - Parameters:
  ///   - threads: the maximum number of threads.
  ///   - section: a section whose pages are released after their verification; this process uses no
  ///     memory for them until it reads them again.
  /// - Throws: `damaged` if a checksum is wrong.
  func verifyAll(threads: Int, releasing section: Int) throws(IndexFault) {
    let page = SectionLayout.pageSize
    let step = Self.pagesOfTask * page
    let released = sections.indices.contains(section) ? sections[section] : 0..<0
    let tasks = (sumsOffset - page + step - 1) / step
    _ = Workers.run(tasks, threads: threads) { [self] task, _ in
      let range = page + task * step..<min(page + (task + 1) * step, sumsOffset)
      for number in range.lowerBound / page..<range.upperBound / page where !isValid(page: number) {
        isDamaged.store(true, ordering: .relaxed)
      }
      if released.lowerBound <= range.lowerBound, range.upperBound <= released.upperBound {
        mapping.forget(range)
      }
    }
    if isDamaged.load(ordering: .relaxed) || mapping.wasZeroFilled { throw .damaged }
    isVerified.store(true, ordering: .relaxed)
  }

  /// The number of pages that a thread verifies at a time.
  private static let pagesOfTask = 512

  private func verify(_ place: Range<Int>) throws(IndexFault) {
    if place.isEmpty { return }
    let page = SectionLayout.pageSize
    let pages = place.lowerBound / page...(place.upperBound - 1) / page
    let isValid = verified.withLock { verified in
      for number in pages {
        let bit: UInt64 = 1 << UInt64(number & 63)
        if verified[number >> 6] & bit != 0 { continue }
        if !self.isValid(page: number) { return false }
        verified[number >> 6] |= bit
      }
      return true
    }
    if !isValid { throw .damaged }
  }

  private func isValid(page number: Int) -> Bool {
    let page = SectionLayout.pageSize
    let sum = mapping.withSpan(of: number * page..<(number + 1) * page) { Checksum.crc32($0) }
    let stored = mapping.withSpan(of: sumsOffset + 4 * (number - 1)..<sumsOffset + 4 * number) {
      $0.number(at: 0, as: UInt32.self)
    }
    return sum == stored
  }

  /// A range of a section's bytes, as a buffer that keeps the mapping alive.
  ///
  /// - Throws: `damaged` if the range is not inside the section, or if a checksum is wrong.
  func frozenBytes(_ range: Range<Int>, of section: Int) throws(IndexFault) -> FrozenBuffer<UInt8> {
    guard sections.indices.contains(section), range.lowerBound >= 0,
      range.upperBound <= sections[section].count
    else { throw .damaged }
    let start = sections[section].lowerBound
    let place = start + range.lowerBound..<start + range.upperBound
    if !isVerified.load(ordering: .relaxed) { try verify(place) }
    guard let bytes = mapping.frozen(place) else { throw .damaged }
    return bytes
  }

  /// Whether zeros replaced unreadable bytes of the file, for example because another process
  /// shortened the file.
  var wasZeroFilled: Bool { mapping.wasZeroFilled }
}
