internal import Corpora
internal import JSON
internal import Searching
internal import UnicodeText

/// Writes a record as a JSON object, without a newline.
///
/// The corpus is valid UTF-8, so only quotes, backslashes and C0 controls are escaped. The member
/// `matched` is null if the record has no hit; the member `fields` contains only the fields of the
/// record's own corpus.
struct JSONObjectWriter {
  /// The text that is the same in all JSON objects of a corpus, encoded once.
  private struct Template {
    /// The member `"corpus":"name",`; empty if the result has only one source.
    var corpus: [UInt8]
    /// The field names as JSON strings.
    var names: [[UInt8]]
    /// For each field, the first part of a hit's JSON object: `{"field":"name","start":`.
    var hits: [[UInt8]]
    /// The indices of the fields to write, in order.
    var fields: [Int]
  }

  private let templates: [Template]

  init(_ schema: ResultSchema, _ options: EncodingOptions) throws(OutputError) {
    let layout = try ColumnLayout(schema, fields: options.fields, fixed: [])
    templates = schema.parts.enumerated().map { number, part in
      Template(
        corpus: schema.spansCorpora
          ? Array("\"corpus\":".utf8) + Self.quoted(part.name) + [UInt8(ascii: ",")] : [],
        names: part.fields.map { Self.quoted($0.name) },
        hits: part.fields.map {
          Array("{\"field\":".utf8) + Self.quoted($0.name) + Array(",\"start\":".utf8)
        },
        fields: layout.fieldIndices[number].compactMap { $0 })
    }
  }

  func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    let template = templates[row.part]
    let matched = row.matchedField
    bytes.append(UInt8(ascii: "{"))
    bytes.append(contentsOf: template.corpus)
    bytes.append("\"record\":")
    bytes.append(decimal: Int(row.record) + 1)
    bytes.append(",\"source\":")
    Self.append(row.source, &bytes)
    bytes.append(",\"line\":")
    bytes.append(decimal: row.line)
    bytes.append(",\"column\":")
    bytes.append(decimal: row.column(ofField: matched, in: record))
    bytes.append(",\"matched\":")
    if let matched {
      bytes.append(contentsOf: template.names[matched])
    } else {
      bytes.append("null")
    }
    if row.isFullName { bytes.append(",\"full_name\":true") }
    bytes.append(",\"hit_count\":")
    bytes.append(decimal: row.hits.count)
    bytes.append(",\"hits\":[")
    for (index, hit) in row.hits.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: template.hits[hit.field])
      bytes.append(decimal: hit.range.lowerBound)
      bytes.append(",\"end\":")
      bytes.append(decimal: hit.range.upperBound)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append("],\"fields\":{")
    for (index, field) in template.fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: template.names[field])
      bytes.append(UInt8(ascii: ":"))
      Self.append(record, row.cell(field), &bytes)
    }
    bytes.append("}}")
  }

  /// Writes all rows of a batch, one JSON object per line; returns false, without writing, if the
  /// rows have several fields or an alias field.
  func write(allOf batch: RowBatch, _ bytes: inout GrowableBuffer<UInt8>) -> Bool {
    guard batch.hasOnePlainField, templates.count == 1, templates[0].names.count == 1 else {
      return false
    }
    let template = templates[0]
    let (rows, hits) = (batch.rows, batch.allHits)
    let (name, hitStart) = (template.names[0], template.hits[0])
    let start = [UInt8(ascii: "{")] + template.corpus + Array("\"record\":".utf8)
    let (column, matched) = (Array(",\"column\":".utf8), Array(",\"matched\":".utf8))
    let (null, fullName) = (Array("null".utf8), Array(",\"full_name\":true".utf8))
    let (hitCount, hitList) = (Array(",\"hit_count\":".utf8), Array(",\"hits\":[".utf8))
    let (hitEnd, fields) = (Array(",\"end\":".utf8), Array("],\"fields\":{".utf8))
    var source = -1
    var sourceAndLine: [UInt8] = []
    batch.withText { text in
      for index in rows.indices {
        let row = rows[index]
        if row.source != source {
          source = row.source
          sourceAndLine = Array(",\"source\":".utf8) + Self.quoted(batch.sources[source])
          sourceAndLine += Array(",\"line\":".utf8)
        }
        let record = text.extracting(batch.range(ofRow: index))
        let cell = record.extracting(0..<(Kernels.firstIndex(of: Separator.field, in: record) ?? 0))
        let found = batch.hitRange(ofRow: index)
        bytes.append(copying: start.span)
        bytes.append(decimal: Int(row.record) + 1)
        bytes.append(copying: sourceAndLine.span)
        bytes.append(decimal: row.line)
        bytes.append(copying: column.span)
        if found.isEmpty {
          bytes.append(UInt8(ascii: "0"))
        } else {
          let offset = min(hits[found.lowerBound].range.lowerBound, cell.count)
          bytes.append(decimal: Graphemes.column(of: offset, in: cell))
        }
        bytes.append(copying: matched.span)
        if found.isEmpty {
          bytes.append(copying: null.span)
        } else {
          bytes.append(copying: name.span)
        }
        if row.isFullName { bytes.append(copying: fullName.span) }
        bytes.append(copying: hitCount.span)
        bytes.append(decimal: found.count)
        bytes.append(copying: hitList.span)
        for place in found {
          if place > found.lowerBound { bytes.append(UInt8(ascii: ",")) }
          let hit = hits[place].range
          bytes.append(copying: hitStart.span)
          bytes.append(decimal: hit.lowerBound)
          bytes.append(copying: hitEnd.span)
          bytes.append(decimal: hit.upperBound)
          bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(copying: fields.span)
        if !template.fields.isEmpty {
          bytes.append(copying: name.span)
          bytes.append(UInt8(ascii: ":"))
          JSONText.append(cell, .all, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: "}"))
        bytes.append(0x0A)
      }
    }
    return true
  }

  private static func quoted(_ text: String) -> [UInt8] {
    var bytes = GrowableBuffer<UInt8>(capacity: text.utf8.count + 2)
    append(text, &bytes)
    return Array(bytes.text().utf8)
  }

  private static func append(_ text: String, _ bytes: inout GrowableBuffer<UInt8>) {
    append(text.utf8.span, 0..<text.utf8.count, &bytes)
  }

  private static func append(
    _ text: Span<UInt8>, _ range: Range<Int>, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    bytes.append(UInt8(ascii: "\""))
    let text = text.extracting(range)
    var start = 0
    // Write the separators between the values of an alias field as newlines.
    while let end = Kernels.firstIndex(of: Separator.value, in: text, from: start) {
      JSONText.appendUnquoted(text.extracting(start..<end), .all, to: &bytes)
      bytes.append("\\n")
      start = end + 1
    }
    JSONText.appendUnquoted(text.extracting(start..<text.count), .all, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
