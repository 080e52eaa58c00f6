internal import Corpora
internal import UnicodeText

/// Writes headings, cells and text in GitHub Flavored Markdown.
enum MarkdownCells {
  /// Which square brackets are escaped.
  enum Brackets {
    case all
    /// Escape only brackets that could end the text of a link, so that intervals such as `[1, 2]`
    /// stay readable.
    case ofLinks
  }

  /// Appends the headings and the line of dashes, which right-aligns numeric columns.
  static func appendHeader(
    _ columns: [(heading: String, isNumeric: Bool)], escaping brackets: Brackets = .all,
    to bytes: inout GrowableBuffer<UInt8>
  ) {
    for column in columns { append(column.heading, escaping: brackets, to: &bytes) }
    endRow(&bytes)
    for column in columns { bytes.append(column.isNumeric ? "| ---: " : "| --- ") }
    endRow(&bytes)
  }

  /// Appends a cell that contains `text`.
  static func append(
    _ text: String, escaping brackets: Brackets = .all, to bytes: inout GrowableBuffer<UInt8>
  ) {
    append(text.utf8.span, in: 0..<text.utf8.count, escaping: brackets, to: &bytes)
  }

  /// Appends a cell that contains the bytes of `range`.
  static func append(
    _ text: Span<UInt8>, in range: Range<Int>, escaping brackets: Brackets = .all,
    to bytes: inout GrowableBuffer<UInt8>
  ) {
    bytes.append("| ")
    append(literal: text, in: range, brackets, to: &bytes)
    if !range.isEmpty { bytes.append(UInt8(ascii: " ")) }
  }

  /// Appends a cell that contains `number`.
  static func append(_ number: Int, to bytes: inout GrowableBuffer<UInt8>) {
    bytes.append("| ")
    bytes.append(decimal: number)
    bytes.append(UInt8(ascii: " "))
  }

  static func endRow(_ bytes: inout GrowableBuffer<UInt8>) { bytes.append("|\n") }

  /// `text` on one line, with escapes that make Markdown show all characters literally.
  static func escaped(_ text: String, _ brackets: Brackets) -> String {
    var bytes = GrowableBuffer<UInt8>(capacity: text.utf8.count)
    append(literal: text.utf8.span, in: 0..<text.utf8.count, brackets, to: &bytes)
    return bytes.text()
  }

  private static func append(
    literal text: Span<UInt8>, in range: Range<Int>, _ brackets: Brackets,
    to bytes: inout GrowableBuffer<UInt8>
  ) {
    var start = range.lowerBound
    for index in range where isSpecial(text[index]) {
      let byte = text[index]
      if brackets == .ofLinks {
        if byte == UInt8(ascii: "[") { continue }
        if byte == UInt8(ascii: "]"), index + 1 == range.upperBound || !opensLink(text[index + 1]) {
          continue
        }
      }
      bytes.append(text, in: start..<index)
      start = index + 1
      switch byte {
      case 0x0A, Separator.value: bytes.append("<br>")
      case 0x0D: bytes.append("&#13;")
      default:
        bytes.append(0x5C)
        bytes.append(byte)
      }
    }
    bytes.append(text, in: start..<range.upperBound)
  }

  /// Whether a closing bracket can end the text or the label of a link if `byte` follows the
  /// bracket.
  private static func opensLink(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: ":")
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x0D, Separator.value: true
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "|"), UInt8(ascii: "~"), UInt8(ascii: "&"), UInt8(ascii: "$"),
      UInt8(ascii: "#"):
      true
    default: false
    }
  }
}
