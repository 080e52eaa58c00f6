extension CatalogItem {
  /// The maximum length of an id in bytes.
  public static let idLimit = 4_096

  /// The maximum length of an attribute's name in bytes.
  public static let nameLimit = 4_096

  /// Checks that a catalog can store the item.
  ///
  /// - Throws: `ItemError` for the first problem.
  /// - Complexity: O(*n*), where *n* is the total length of the id, the domain and the names of the
  ///   attributes.
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
  /// Checks the names of the attributes.
  ///
  /// - Throws: The `ItemError` cases about names.
  fileprivate func validate() throws(ItemError) {
    // `String` compares by canonical equivalence, so the second of two canonically equivalent names
    // is rejected as repeated.
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
