internal import Corpora
internal import UnicodeText

/// Maps the fields of a corpus to attributes of items.
struct FieldMapping: Sendable {
  /// The attribute that a field of the source becomes; the id field also becomes an attribute.
  enum Target: Sendable {
    case column(ItemColumn)
    case attribute(AttributeName)
  }

  let targets: [Target]

  /// The index of the id field; nil if ids are generated.
  let id: Int?

  /// The index of the field that contains the path of the content; nil if there is none.
  let content: Int?

  /// The index of the field that is both the title and the keywords; nil if there is no such field.
  private let titleAndKeywords: Int?

  /// Creates the mapping of `fields` for a source with `options`.
  ///
  /// - Throws: `unknownField`.
  init(_ fields: [Field], _ options: SourceOptions) throws(CorpusError) {
    let names = fields.map(\.name)
    func place(_ name: String?) throws(CorpusError) -> Int? {
      guard let name else { return nil }
      if let place = names.firstIndex(of: name) { return place }
      throw CorpusError(.unknownField(name, nearest: Nearest.match(name, among: names)))
    }
    id = try place(options.idField)
    let title = try place(options.titleField)
    let keywords = try place(options.keywordsField)
    let content = try place(options.contentField)
    self.content = content
    // In a source of plain lines, the line becomes the title, because lists of items show titles.
    let isPlain = names == ["text"]
    titleAndKeywords = keywords == title || (title == nil && isPlain) ? keywords : nil
    targets = names.enumerated().map { index, name in
      if index == title || (title == nil && isPlain) { return .column(.title) }
      if index == keywords { return .column(.keywords) }
      switch ItemColumn(named: name) {
      case .title where title != nil, .keywords where keywords != nil,
        .content where content != nil:
        return .attribute(AttributeName("field.\(name)"))
      case let column?: return .column(column)
      case nil: return .attribute(AttributeName(name.isEmpty ? "field.\(index + 1)" : name))
      }
    }
  }

  /// Sets the attributes of the writer's current item from a stored record; returns the range of
  /// the id in the record.
  func set(_ record: Span<UInt8>, in writer: ItemWriter) throws(CatalogError) -> Range<Int>? {
    var start = 0
    var column = 0
    var idBounds: Range<Int>?
    while start < record.count, column < targets.count {
      let end = Kernels.firstIndex(of: Separator.field, in: record, from: start) ?? record.count
      if column == id { idBounds = start..<end }
      let cell = record.extracting(start..<end)
      switch targets[column] {
      case .column(let name):
        try writer.set(name, cell)
        if column == titleAndKeywords { try writer.set(.keywords, cell) }
      case .attribute(let name): try writer.set(name, cell)
      }
      start = end + 1
      column += 1
    }
    return idBounds.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The path of the content file that a record names; nil if the record names no content file.
  func contentPath(_ record: Span<UInt8>) -> String? {
    guard let content else { return nil }
    var start = 0
    for _ in 0..<content {
      guard let end = Kernels.firstIndex(of: Separator.field, in: record, from: start) else {
        return nil
      }
      start = end + 1
    }
    let end = Kernels.firstIndex(of: Separator.field, in: record, from: start) ?? record.count
    return start == end ? nil : String(decoding: record.extracting(start..<end))
  }
}
