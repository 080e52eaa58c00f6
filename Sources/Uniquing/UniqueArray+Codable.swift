extension UniqueArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(storage)
  }
}

extension UniqueArray: Decodable where Element: Decodable {
  /// Decodes an array of elements.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements are equal.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    if let count = container.count { reserveCapacity(Swift.min(count, 1 << 16)) }
    while !container.isAtEnd {
      let position = container.currentIndex
      if !appendIfUnique(try container.decode(Element.self)) {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "the element at position \(position) is not unique")
      }
    }
  }
}
