extension CatalogItem {
  /// The most bytes that an id has.
  public static let idLimit = 4_096

  /// The most bytes that the name of an attribute has.
  public static let nameLimit = 4_096

  /// Looks whether a catalogue can take the item.
  ///
  /// - Throws: `ItemError`, for the first thing that is wrong with it.
  /// - Complexity: O(*n*), where *n* is the length of the id, the domain and the names of the attributes.
  public func validate() throws(ItemError) {
    if let id {
      if id.isEmpty { throw .emptyID }
      if id.utf8.count > Self.idLimit { throw .longID(bytes: id.utf8.count) }
    }
    try CatalogDomain.validate(domain)
    try attributes.validate()
    if let origin, origin.line < 1 { throw .badOriginLine(origin.line) }
    switch content {
    case .file(let path), .folder(let path):
      if path.isEmpty || path.utf8.contains(0) { throw .badContentPath(path) }
    case .text, nil: break
    }
  }
}

extension ItemAttributes {
  /// - Throws: The cases about names.
  fileprivate func validate() throws(ItemError) {
    // By bytes: names that look the same, and are written in other scalars, are other fields.
    var seen: Set<[UInt8]> = []
    for attribute in others {
      let name = Array(attribute.name.utf8)
      if name.isEmpty { throw .emptyAttributeName }
      if name.count > CatalogItem.nameLimit { throw .longAttributeName(bytes: name.count) }
      if Self.reservedNames.contains(attribute.name) {
        throw .reservedAttributeName(attribute.name)
      }
      if !seen.insert(name).inserted { throw .repeatedAttributeName(attribute.name) }
    }
  }
}
