internal import Basics
internal import UnicodeText

extension CatalogStore {
  /// Writes items in the current transaction; returns their ids.
  ///
  /// `contents` has one element per item: the text that was read, or the failure; nil if the item
  /// has no content.
  func write(
    _ items: some Collection<CatalogItem>, contents: [ContentReader.Outcome?],
    _ writer: ItemWriter
  ) throws(CatalogError) -> [String] {
    var ids: [String] = []
    var origins: [OriginKey: Int] = [:]
    for (item, content) in zip(items, contents) {
      let path = item.origin?.path ?? ""
      let key = OriginKey(domain: Array(item.domain.utf8), path: Array(path.utf8))
      var origin = origins[key]
      if origin == nil {
        origin = try self.origin(domain: item.domain, source: nil, path: path)
        origins[key] = origin
      }
      writer.begin(
        origin: origin ?? 0, line: item.origin?.line ?? 0,
        expires: item.expires?.secondsSince1970)
      try set(item.attributes, writer)
      switch content {
      case .success(let text)?:
        try text.withSpan { (text) throws(CatalogError) in try writer.set(.content, text) }
      case .failure(let failure)?: writer.fail(failure.reason)
      case nil: break
      }
      if let id = item.id {
        _ = try writer.end(id: Array(id.utf8).span)
        ids.append(id)
      } else {
        ids.append(try writer.endWithNewID().id)
      }
    }
    return ids
  }

  /// A domain and a path; both are stored as bytes, because domains are compared bytewise, unlike
  /// Swift strings.
  private struct OriginKey: Hashable {
    let domain: [UInt8]
    let path: [UInt8]
  }

  private func set(_ attributes: ItemAttributes, _ writer: ItemWriter) throws(CatalogError) {
    func set(_ column: ItemColumn, _ text: String?) throws(CatalogError) {
      if let text { try writer.set(column, Array(text.utf8).span) }
    }
    try set(.title, attributes.title)
    try set(.description, attributes.contentDescription)
    try set(.keywords, attributes.keywords.joined(separator: "\n"))
    try set(.type, attributes.contentType)
    try set(.thumbnail, attributes.thumbnailPath)
    try set(.url, attributes.url)
    for other in attributes.others {
      try writer.set(AttributeName(other.name), Array(other.value.utf8).span)
    }
  }
}
