package import System
import UnicodeText

/// Chooses the format of each file of a search.
package struct FormatChoice: Sendable {
  /// The format of all files; `nil` if the name of each file determines its format.
  private let format: (any CorpusFormat)?

  /// - Throws: `unknownType`, with the nearest name.
  package init(_ type: String) throws(CorpusError) {
    if type == "auto" {
      format = nil
      return
    }
    guard let format = FormatCatalog.named(type) else {
      throw CorpusError(
        .unknownType(type, nearest: Nearest.match(type, among: FormatCatalog.typeNames)))
    }
    self.format = format
  }

  /// The format of the file `name`, or of standard input if `name` is `-`.
  package func format(ofFileNamed name: String) -> any CorpusFormat {
    if let format { return format }
    return name == "-" ? LinesFormat() : FormatCatalog.format(ofFileNamed: name) ?? LinesFormat()
  }

  /// Whether all files are read as lines, regardless of their names.
  package var readsOnlyLines: Bool { format?.name == LinesFormat().name }

  /// Whether the file at `path` is read as lines.
  ///
  /// - Complexity: O(1) for most paths.
  package func isLines(_ path: FilePath) -> Bool {
    if format != nil { return readsOnlyLines }
    let bytes = path.bytes
    var end = bytes.count
    if end > 3, bytes[end - 1] | 0x20 == UInt8(ascii: "z"), bytes[end - 3] == UInt8(ascii: ".") {
      end -= 3
    }
    // Most names need no lookup, because no suffix of a structured format ends with their last
    // letter.
    guard end > 3, Self.lastLetters & Self.bit(of: bytes[end - 1]) != 0 else { return true }
    return FormatCatalog.format(ofFileNamed: path.nameText).map { $0.name == "lines" } ?? true
  }

  /// A mask with the bits of the last letters of all suffixes of structured formats.
  private static let lastLetters: UInt64 = {
    var bits: UInt64 = 0
    for format in FormatCatalog.all where format.name != LinesFormat().name {
      for suffix in format.fileExtensions { bits |= bit(of: suffix.utf8.last ?? 0) }
    }
    return bits
  }()

  /// A mask with a single bit that depends on the byte.
  ///
  /// A letter has the same mask in upper case and in lower case. Other bytes may also have this
  /// mask.
  private static func bit(of byte: UInt8) -> UInt64 { 1 << UInt64((byte | 0x20) & 63) }
}
