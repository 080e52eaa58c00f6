package import System
import UnicodeText

/// Which format the files of a search have.
package struct FormatChoice: Sendable {
  /// The format of all files; `nil` if it is told by their suffixes.
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

  /// The format of a file of that path, of standard input for `-`.
  package func format(ofFileNamed name: String) -> any CorpusFormat {
    if let format { return format }
    return name == "-" ? LinesFormat() : FormatCatalog.format(ofFileNamed: name) ?? LinesFormat()
  }

  /// Whether a file of that path is read as lines.
  ///
  /// - Complexity: O(1) for most paths.
  package func isLines(_ path: FilePath) -> Bool {
    if let format { return format.name == LinesFormat().name }
    let bytes = path.bytes
    var end = bytes.count
    if end > 3, bytes[end - 1] | 0x20 == UInt8(ascii: "z"), bytes[end - 3] == UInt8(ascii: ".") {
      end -= 3
    }
    // The suffixes of structured formats end in v, l or n, and have at most six letters.
    guard end > 3 else { return true }
    switch bytes[end - 1] | 0x20 {
    case UInt8(ascii: "v"), UInt8(ascii: "l"), UInt8(ascii: "n"):
      return FormatCatalog.format(ofFileNamed: path.nameText).map { $0.name == "lines" } ?? true
    default: return true
    }
  }
}
