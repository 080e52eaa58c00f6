package import System
import UnicodeText

/// The choice of a format for each file of a search.
package struct FormatChoice: Sendable {
  /// The format of all files; `nil` if the file name decides.
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

  /// The format of the file `name`, or of standard input if it is `-`.
  package func format(ofFileNamed name: String) -> any CorpusFormat {
    if let format { return format }
    return name == "-" ? LinesFormat() : FormatCatalog.format(ofFileNamed: name) ?? LinesFormat()
  }

  /// Whether the file at `path` is read as lines.
  ///
  /// - Complexity: O(1) for most paths.
  package func isLines(_ path: FilePath) -> Bool {
    if let format { return format.name == LinesFormat().name }
    let bytes = path.bytes
    var end = bytes.count
    if end > 3, bytes[end - 1] | 0x20 == UInt8(ascii: "z"), bytes[end - 3] == UInt8(ascii: ".") {
      end -= 3
    }
    // The suffixes of the structured formats end in v, l or n and have at most six letters.
    guard end > 3 else { return true }
    switch bytes[end - 1] | 0x20 {
    case UInt8(ascii: "v"), UInt8(ascii: "l"), UInt8(ascii: "n"):
      return FormatCatalog.format(ofFileNamed: path.nameText).map { $0.name == "lines" } ?? true
    default: return true
    }
  }
}
