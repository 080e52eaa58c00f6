internal import Corpora
internal import JSON
internal import Searching
internal import UnicodeText

/// Writes a record as a JSON object, without a newline.
///
/// The corpus is valid UTF-8, so only quotes, backslashes and C0 controls are escaped. `matched` is null without a
/// hit; `fields` are the fields of the record's own corpus.
struct JSONObjectWriter {
  /// The parts of an object that are the same for all records of a corpus, encoded once.
  private struct Template {
    /// `"corpus":"name",`, or empty.
    var corpus: [UInt8]
    /// The field names as JSON strings.
    var names: [[UInt8]]
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
      bytes.append(index == 0 ? "{\"field\":" : ",{\"field\":")
      bytes.append(contentsOf: template.names[hit.field])
      bytes.append(",\"start\":")
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
    // In the text of an alias field, newlines separate the values.
    while let end = Kernels.firstIndex(of: Separator.value, in: text, from: start) {
      JSONText.appendUnquoted(text.extracting(start..<end), .all, to: &bytes)
      bytes.append("\\n")
      start = end + 1
    }
    JSONText.appendUnquoted(text.extracting(start..<text.count), .all, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
