import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The files of the Unicode Character Database, if they are installed (Debian's package unicode-data).
enum UnicodeDatabase {
  static let folder = "/usr/share/unicode/"

  /// The reason to show for a skipped test.
  static let absence: Comment = "the package unicode-data is not installed: no \(folder)"

  static let isPresent = unsafe access(folder + "UnicodeData.txt", R_OK) == 0

  /// Whether the file is installed, plain or compressed.
  static func has(_ name: String) -> Bool {
    unsafe access(folder + name, R_OK) == 0 || access(folder + name + ".bz2", R_OK) == 0
  }

  /// The fields of each non-empty line, without comments and without whitespace around the fields.
  static func lines(of name: String) -> [[String]] {
    let isPlain = unsafe access(folder + name, R_OK) == 0
    let stream =
      unsafe isPlain
      ? fopen(folder + name, "r") : popen("bzip2 -dc \(folder)\(name).bz2 2>/dev/null", "r")
    guard let stream = unsafe stream else { return [] }
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&room, 1, room.count, stream)
      if count == 0 { break }
      bytes += room[..<count]
    }
    _ = unsafe isPlain ? fclose(stream) : pclose(stream)
    return bytes.split(separator: 0x0A).compactMap(fields)
  }

  private static func fields(of line: ArraySlice<UInt8>) -> [String]? {
    let content = line.prefix { $0 != 0x23 }
    let fields = content.split(separator: 0x3B, omittingEmptySubsequences: false).map { field in
      var field = field
      while field.first == 0x20 { field.removeFirst() }
      while field.last == 0x20 || field.last == 0x0D { field.removeLast() }
      return String(decoding: field, as: UTF8.self)
    }
    return fields.allSatisfy(\.isEmpty) ? nil : fields
  }

  /// The scalars of a sequence of hexadecimal numbers.
  static func sequence(_ text: String) -> [UInt32] {
    text.split(separator: " ").compactMap { UInt32($0, radix: 16) }
  }

  /// The range of scalars in "0041" or "0041..005A".
  static func range(_ text: String) -> ClosedRange<UInt32>? {
    let ends = text.split(separator: ".").compactMap { UInt32($0, radix: 16) }
    guard let first = ends.first, let last = ends.last else { return nil }
    return first...last
  }
}

/// A block of memory between two inaccessible pages.
@safe final class GuardedBlock {
  private let base: UnsafeMutableRawPointer
  private let page = Int(getpagesize())
  /// The number of accessible bytes.
  private let room: Int

  init?(room wanted: Int = 1) {
    room = (max(wanted, 1) + page - 1) / page * page
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    let map = unsafe mmap(nil, room + 2 * page, PROT_NONE, flags, -1, 0)
    guard let map = unsafe map, unsafe map != MAP_FAILED else { return nil }
    unsafe base = map
    guard unsafe mprotect(map + page, room, PROT_READ | PROT_WRITE) == 0 else { return nil }
  }

  deinit { unsafe munmap(base, room + 2 * page) }

  /// Calls `body` with a copy of `bytes` at the end (or beginning) of the accessible memory.
  func lend<R>(_ bytes: [UInt8], atEnd: Bool, _ body: (Span<UInt8>) -> R) -> R {
    precondition(bytes.count <= room)
    let start = unsafe base + page + (atEnd ? room - bytes.count : 0)
    for (index, byte) in bytes.enumerated() {
      unsafe start.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    let typed = unsafe UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    return unsafe body(typed.span)
  }
}
