internal import Corpora
internal import Searching
internal import UnicodeText

/// Writes one line per record, or one line per hit: `path:line:column:text`, with `-` instead of
/// `:` in context rows.
///
/// `text` is the hit, or the chosen fields separated by tabs. If no fields are chosen, all fields
/// of the record's own file are written.
///
/// If a record has only one field, and the field contains no newline, the field is written
/// unchanged. Otherwise, newline, CR and backslash become `\n`, `\r` and `\\`. The column is
/// counted in bytes, from 1 at the start of the line in the file. If the text of the cell differs
/// from the bytes in the file, for example because of JSON escapes, the column is the start of the
/// cell. A record without a hit has column 0; the empty query, and queries such as `NOT x`, find
/// records without hits.
struct LineHitsWriter: RowWriter {
  /// How to highlight hits and escape control characters; nil for unchanged text.
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
    let places = chosen.areChosen ? chosen.places(in: row.fields)[...] : row.ownFields
    for (index, field) in places.enumerated() {
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
    guard style == nil, batch.hasOnePlainField,
      onlyHits ? replacement == nil : chosen.places(in: batch.fields) == [0]
    else { return false }
    var replacing: ReplacedRows?
    if let replacement {
      replacing = ReplacedRows(replacement)
      if replacing == nil { return false }
    }
    let (rows, hits) = (batch.rows, batch.allHits)
    var source = -1
    var path: [UInt8] = []
    batch.withText { text in
      for index in rows.indices {
        let row = rows[index]
        if row.source != source {
          source = row.source
          path = Array(batch.sources[source].utf8)
        }
        let record = text.extracting(batch.range(ofRow: index))
        let cell = record.extracting(0..<(Kernels.firstIndex(of: Separator.field, in: record) ?? 0))
        let found = batch.hitRange(ofRow: index)
        if onlyHits {
          writeHits(ofRow: index, of: batch, hits.span.extracting(found), cell, path.span, &bytes)
          continue
        }
        if row.startsGroup { bytes.append("--\n") }
        writePlace(
          path.span, row.line, found.isEmpty ? 0 : batch.firstColumn(ofRow: index),
          isContext: row.isContext, &bytes)
        if let replacing, !row.isContext {
          replacing.append(cell, hits.span.extracting(found), &bytes)
        } else {
          bytes.append(onlyField: cell)
        }
        bytes.append(0x0A)
      }
    }
    return true
  }

  private func shownPath(of row: Row) -> String {
    style?.isRaw ?? true ? row.source : ControlEscapes.escaped(row.source)
  }

  /// Writes the path, line and column before the text; `column` is 0 for a row without a hit.
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
    // In the full format, a row without a hit has column 0, so that programs can split all rows in
    // the same way. If the user chose the path, line or column, a row without a hit has no column.
    if showsColumn, !isContext, column > 0 || !areChosen {
      bytes.append(decimal: column)
      bytes.append(separator)
    }
  }

  /// Writes one line for each hit of a row; newlines in the hit are escaped.
  private func writeHits(
    ofRow index: Int, of batch: RowBatch, _ hits: Span<Hit>, _ cell: Span<UInt8>,
    _ path: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    if hits.isEmpty { return }
    let line = batch.rows[index].line
    let columns = batch.hasFileColumns ? batch.fileColumns(ofRow: index) : []
    for place in hits.indices {
      let hit = hits[place].range
      let column =
        place < columns.count ? columns[columns.startIndex + place] : hit.lowerBound + 1
      writePlace(path, line, column, isContext: false, &bytes)
      bytes.append(onlyField: cell.extracting(hit))
      bytes.append(0x0A)
    }
  }

  /// Writes one line for each hit of a row.
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

  /// Writes a field with its hits highlighted or replaced; control characters are escaped if there
  /// is a style.
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
    // If the terminal has no styles and the whole row is the hit, do not mark the hit.
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

  /// Writes a range of a cell; control characters are escaped if there is a style and the style is
  /// not raw.
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
    append(text, isOnlyField: row.hasOnePlainField, &bytes)
  }

  /// Appends a range of a cell on one line; if the record has only one field and the text has no
  /// newline, the text is unchanged.
  private func append(
    _ text: Span<UInt8>, isOnlyField: Bool, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    if isOnlyField {
      bytes.append(onlyField: text)
    } else {
      bytes.append(text, onOneLine: 0..<text.count)
    }
  }
}

extension GrowableBuffer<UInt8> {
  /// Appends a range of the only field of a record; text that contains a newline is written on one
  /// line, with escapes.
  fileprivate mutating func append(onlyField text: Span<UInt8>) {
    if Kernels.firstIndex(of: 0x0A, in: text, from: 0) == nil {
      append(copying: text)
    } else {
      append(text, onOneLine: 0..<text.count)
    }
  }
}

/// Replaces the hits in records that have only one field.
private struct ReplacedRows {
  /// The fixed texts of the replacement; the hit is inserted between adjacent texts.
  private let texts: [[UInt8]]

  /// Creates the replacement; nil if `replacement` uses capture groups or contains a newline.
  init?(_ replacement: HitReplacement) {
    guard let texts = replacement.textsAroundHit, !texts.contains(where: { $0.contains(0x0A) })
    else { return nil }
    self.texts = texts
  }

  /// Appends a cell with its hits replaced.
  ///
  /// A replaced hit, or the text between two hits, is escaped if it contains a newline. All other
  /// text is copied unchanged.
  func append(
    _ cell: Span<UInt8>, _ hits: Span<Hit>, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    var done = 0
    for place in hits.indices {
      let hit = hits[place].range
      let start = min(max(done, hit.lowerBound), cell.count)
      let end = min(max(start, hit.upperBound), cell.count)
      bytes.append(onlyField: cell.extracting(done..<start))
      append(for: cell.extracting(start..<end), &bytes)
      done = end
    }
    bytes.append(onlyField: cell.extracting(done..<cell.count))
  }

  /// Appends the replacement of a hit.
  private func append(for hit: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    if texts.count > 1, Kernels.firstIndex(of: 0x0A, in: hit) != nil {
      // Escape the whole replacement, including the texts around the hit.
      var replaced = GrowableBuffer<UInt8>()
      join(hit, &replaced)
      replaced.withSpan { bytes.append(onlyField: $0) }
    } else {
      join(hit, &bytes)
    }
  }

  private func join(_ hit: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    bytes.append(contentsOf: texts[0])
    for index in 1..<texts.count {
      bytes.append(copying: hit)
      bytes.append(contentsOf: texts[index])
    }
  }
}
