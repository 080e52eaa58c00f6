internal import Corpora
package import Searching
internal import UnicodeText

/// One line per record: `source:line:column:text`; at a terminal, numbered rows with highlighted
/// snippets.
///
/// For a file of lines, `text` is the unchanged line. For any other file, `text` is the chosen
/// fields, separated by tabs; newline, CR and backslash in the fields become `\n`, `\r` and `\\`. A
/// record without hits has column 0; the empty query, and queries such as `NOT x`, find records
/// without hits.
package struct HitsEncoder: ResultEncoder {
  package let name = "hits"
  package let summary = "numbered rows at a terminal, else SOURCE:LINE:COLUMN:TEXT"
  package let writesStyles = true
  package let needsRecordNumbers = false
  package let showsContext = true

  package init() {}

  package func linesPerRow(_ schema: ResultSchema, _ options: EncodingOptions) -> Int {
    // Without styles, a second line has carets below the hits.
    options.terminal?.hasStyles == false ? 2 : 1
  }

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    if let terminal = options.terminal {
      let style = options.hasOneLineRows ? terminal : terminal.withCarets()
      if Self.hasNumberedRows(options) { return TerminalHitsWriter(schema, options, style) }
      return LineHitsWriter(schema, options, style)
    }
    let style = options.colorsHits ? TerminalStyle(width: 1, hasStyles: true) : nil
    return LineHitsWriter(schema, options, style)
  }

  package func neededHits(_ options: EncodingOptions) -> HitNeeds {
    let showsHits =
      options.terminal != nil || options.colorsHits || options.replacement != nil
      || options.parts.onlyHits
    return showsHits ? .all : options.parts.showsColumn ? .first : .none
  }

  package func fileColumns(_ options: EncodingOptions) -> RowDetails.FileColumns {
    if Self.hasNumberedRows(options) || !options.parts.showsColumn { return .none }
    return options.parts.onlyHits ? .all : .first
  }

  /// Whether rows are numbered snippets, which are the default at a terminal.
  private static func hasNumberedRows(_ options: EncodingOptions) -> Bool {
    options.terminal != nil && !options.parts.areChosen && !options.parts.onlyHits
      && options.replacement == nil
  }
}
