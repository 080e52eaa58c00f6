#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The files of the Unicode Character Database, if Debian's package unicode-data is installed.
package enum UnicodeDatabase {
  package static let folder = "/usr/share/unicode/"

  package static let isPresent = unsafe access(folder + "UnicodeData.txt", R_OK) == 0

  /// Whether the file `name` of the database is installed, plain or compressed.
  package static func has(_ name: String) -> Bool {
    unsafe access(folder + name, R_OK) == 0 || access(folder + name + ".bz2", R_OK) == 0
  }

  /// The fields of each non-empty line, without comments and without whitespace around the fields.
  package static func lines(of name: String) -> [[String]] {
    let isPlain = unsafe access(folder + name, R_OK) == 0
    let stream =
      unsafe isPlain
      ? fopen(folder + name, "r") : popen("bzip2 -dc \(folder)\(name).bz2 2>/dev/null", "r")
    guard let stream = unsafe stream else { return [] }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, stream)
      if count == 0 { break }
      bytes += buffer[..<count]
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

  /// The scalar values in a string of hexadecimal numbers that are separated by spaces.
  package static func sequence(_ text: String) -> [UInt32] {
    text.split(separator: " ").compactMap { UInt32($0, radix: 16) }
  }

  /// The range of scalars in "0041" or "0041..005A".
  package static func range(_ text: String) -> ClosedRange<UInt32>? {
    let ends = text.split(separator: ".").compactMap { UInt32($0, radix: 16) }
    guard let first = ends.first, let last = ends.last else { return nil }
    return first...last
  }
}
