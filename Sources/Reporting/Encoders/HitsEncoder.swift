internal import Corpora
internal import Searching
internal import UnicodeText

/// One line a record: `source:line:column:text`; at a terminal numbered, with a highlighted snippet.
///
/// If options choose parts of a row, exactly those are written, as ripgrep does.
public struct HitsEncoder: ResultEncoder {
  public let name = "hits"
  public let summary = "One line a record: source:line:column:text; highlighted at a terminal."
  public let writesStyles = true
  public let needsRecordNumbers = false
  public let showsContext = true

  public init() {}

  public func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    let parts = options.parts
    let isPlain = !parts.areChosen && !parts.onlyHits && options.replacement == nil
    if let style = options.terminal {
      if isPlain { return TerminalHitsWriter(schema, options, style) }
      return LineHitsWriter(schema, options, style)
    }
    let style = options.colorsHits ? TerminalStyle(width: 1, hasStyles: true) : nil
    return LineHitsWriter(schema, options, style)
  }
}
