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
    // Names that are the same to a reader, and are written in other scalars, are one field.
    var seen: Set<String> = []
    for attribute in others {
      let name = attribute.name
      if name.isEmpty { throw .emptyAttributeName }
      let count = name.utf8.count
      if count > CatalogItem.nameLimit { throw .longAttributeName(bytes: count) }
      if Self.reservedNames.contains(name) {
        throw .reservedAttributeName(name)
      }
      if !seen.insert(name).inserted { throw .repeatedAttributeName(name) }
    }
  }
}
