internal import Corpora
internal import Searching
internal import UnicodeText

/// One line per record: `source:line:column:text`; at a terminal, row numbers and highlighted snippets instead.
///
/// For a file of lines, `text` is the unchanged line. Otherwise it is the chosen fields, separated by tabs; newline, CR
/// and backslash in them become `\n`, `\r` and `\\`. A record without hits (`NOT x`, the empty query) has column 0.
package struct HitsEncoder: ResultEncoder {
  package let name = "hits"
  package let summary = "One line per record: source:line:column:text; highlighted at a terminal."
  package let writesStyles = true
  package let needsRecordNumbers = false
  package let needsFileColumns = true
  package let showsContext = true

  package init() {}

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    let parts = options.parts
    let isPlain = !parts.areChosen && !parts.onlyHits && options.replacement == nil
    if let terminal = options.terminal {
      let style = options.hasOneLineRows ? terminal : terminal.withCarets()
      if isPlain { return TerminalHitsWriter(schema, options, style) }
      return LineHitsWriter(schema, options, style)
    }
    let style = options.colorsHits ? TerminalStyle(width: 1, hasStyles: true) : nil
    return LineHitsWriter(schema, options, style)
  }
}
