internal import Corpora
internal import Searching
internal import UnicodeText

/// Writes one line per record, or one line per hit: `path:line:column:text`, with `-` for `:` in context rows.
///
/// `text` is the hit, or the chosen fields separated by tabs. The only field of a record is written unchanged, like the
/// line of a file. If it holds a newline, or there are several fields, newline, CR and backslash become `\n`, `\r` and
/// `\\`. The column counts bytes of the file's line from 1; it is the cell's if the cell is not in the file as it is stored. A
/// record without a hit (`NOT x`, the empty query) has column 0.
struct LineHitsWriter: RowWriter {
  /// How hits are highlighted, and whether control characters are escaped; nil for neither.
  private let style: TerminalStyle?

  private let areChosen: Bool
  private let showsPath: Bool
  private let showsLine: Bool
  private let showsColumn: Bool
  private let onlyHits: Bool
  private let replacement: HitReplacement?
  private var chosen: ChosenFields

  init(_ schema: ResultSchema, _ options: EncodingOptions, _ style: TerminalStyle?) {
    let parts = options.parts
    self.style = style
    areChosen = parts.areChosen
    showsPath =
      parts.path ?? (!parts.areChosen || !schema.hasSingleSource || schema.spansCorpora)
    showsLine = parts.line ?? (!parts.areChosen || parts.column)
    showsColumn = parts.showsColumn
    onlyHits = parts.onlyHits
    replacement = options.replacement
    chosen = ChosenFields(options.fields)
  }

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    if onlyHits { return writeHits(of: row, record, &bytes) }
    if row.startsGroup { bytes.append("--\n") }
    let start = bytes.count
    let column = row.hits.isEmpty ? 0 : row.fileColumn(ofHit: 0)
    writePlace(shownPath(of: row).utf8.span, row.line, column, isContext: row.isContext, &bytes)
    for (index, field) in chosen.places(in: row.fields).enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\t")) }
      if style == nil, replacement == nil || row.isContext {
        append(record.extracting(row.cell(field)), of: row, &bytes)
      } else {
        writeText(of: row, record, field, &bytes)
      }
    }
    if let style { style.endRow(from: start, &bytes) } else { bytes.append(0x0A) }
  }

  mutating func write(allOf batch: RowBatch, _ bytes: inout GrowableBuffer<UInt8>) -> Bool {
    guard style == nil, replacement == nil, !onlyHits, batch.fields.count == 1,
      !batch.fields[0].isAlias, chosen.places(in: batch.fields) == [0]
    else { return false }
    var source = -1
    var path: [UInt8] = []
    for index in batch.rows.indices {
      if batch.rows[index].source != source {
        source = batch.rows[index].source
        path = Array(batch.sources[source].utf8)
      }
      if batch.rows[index].startsGroup { bytes.append("--\n") }
      writePlace(
        path.span, batch.rows[index].line, batch.firstColumn(ofRow: index),
        isContext: batch.rows[index].isContext, &bytes)
      batch.withRecord(index) { record in
        let end = Kernels.firstIndex(of: Separator.field, in: record) ?? 0
        append(record.extracting(0..<end), isOnlyField: true, &bytes)
      }
      bytes.append(0x0A)
    }
    return true
  }

  private func shownPath(of row: Row) -> String {
    style?.isRaw ?? true ? row.source : ControlEscapes.escaped(row.source)
  }

  /// Writes the parts before the text; column 0 is that of a row without a hit.
  private func writePlace(
    _ path: Span<UInt8>, _ line: Int, _ column: Int, isContext: Bool,
    _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let separator = UInt8(ascii: isContext ? "-" : ":")
    if showsPath {
      bytes.append(copying: path)
      bytes.append(separator)
    }
    if showsLine {
      bytes.append(decimal: line)
      bytes.append(separator)
    }
    // A row without a hit has no column, unless it has all parts: then the column is 0, so that programs can split it.
    if showsColumn, !isContext, column > 0 || !areChosen {
      bytes.append(decimal: column)
      bytes.append(separator)
    }
  }

  /// Writes each hit as a row.
  private func writeHits(
    of row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    if row.isContext { return }
    let path = shownPath(of: row)
    var rest = row.hits[...]
    while let field = rest.first?.field {
      let text = record.extracting(row.cell(field))
      let prepared = HitReplacement.Field(text, for: replacement)
      while let hit = rest.first, hit.field == field {
        writePlace(
          path.utf8.span, row.line, row.fileColumn(ofHit: rest.startIndex), isContext: false,
          &bytes)
        write(hit, of: row, text, prepared, &bytes)
        bytes.append(0x0A)
        rest.removeFirst()
      }
    }
  }

  /// Writes a field with its hits highlighted or replaced; with a style, control characters are escaped.
  private func writeText(
    of row: Row, _ record: Span<UInt8>, _ field: Int, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let text = record.extracting(row.cell(field))
    let prepared = HitReplacement.Field(text, for: replacement)
    var done = 0
    for hit in row.hits where hit.field == field {
      let start = min(max(done, hit.range.lowerBound), text.count)
      let end = min(max(start, hit.range.upperBound), text.count)
      write(text.extracting(done..<start), of: row, &bytes)
      let rest = Hit(field: field, representation: hit.representation, range: start..<end)
      write(rest, of: row, text, prepared, &bytes)
      done = end
    }
    write(text.extracting(done..<text.count), of: row, &bytes)
  }

  /// Writes a hit, or its replacement.
  private func write(
    _ hit: Hit, of row: Row, _ text: Span<UInt8>, _ prepared: borrowing HitReplacement.Field,
    _ bytes: inout GrowableBuffer<UInt8>
  ) {
    // Without styles, a row that is nothing but a hit needs no mark.
    let marking = onlyHits && style?.hasStyles == false ? nil : style
    marking?.open(.hit, &bytes)
    if let replacement {
      var replaced = GrowableBuffer<UInt8>()
      replacement.append(for: hit.range, in: text, prepared, to: &replaced)
      replaced.withSpan { write($0, of: row, &bytes) }
    } else {
      write(text.extracting(hit.range), of: row, &bytes)
    }
    marking?.close(.hit, &bytes)
  }

  /// Writes a part of a cell, escaped for a terminal.
  private func write(
    _ text: Span<UInt8>, of row: Row, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    guard let style, !style.isRaw else { return append(text, of: row, &bytes) }
    var line = GrowableBuffer<UInt8>()
    append(text, of: row, &line)
    let shown = line.withSpan { String(decoding: $0) }
    bytes.append(ControlEscapes.escaped(shown, keepingUnicode: style.isUTF8))
  }

  private func append(
    _ text: Span<UInt8>, of row: Row, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    append(text, isOnlyField: row.fields.count == 1 && !row.fields[0].isAlias, &bytes)
  }

  /// Appends a part of a cell on one line; a line that is the only field stays unchanged.
  private func append(
    _ text: Span<UInt8>, isOnlyField: Bool, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    if isOnlyField, Kernels.firstIndex(of: 0x0A, in: text, from: 0) == nil {
      bytes.append(copying: text)
    } else {
      bytes.append(text, onOneLine: 0..<text.count)
    }
  }
}
