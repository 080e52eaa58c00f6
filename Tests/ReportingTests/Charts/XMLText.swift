/// A small XML parser, independent of the writer, for elements, attributes, text and the five named
/// entities.
struct XMLText {
  struct Malformed: Error {
    let reason: String
    let place: Int
  }

  struct Element: Equatable {
    let name: String
    let attributes: [String: String]
    var text = ""
    var children: [Element] = []

    /// This element and all its descendants.
    var all: [Element] { [self] + children.flatMap(\.all) }

    func all(_ name: String) -> [Element] { all.filter { $0.name == name } }
  }

  private let scalars: [Unicode.Scalar]
  private var place = 0

  /// Parses a document, with an optional declaration.
  ///
  /// - Throws: `Malformed` if the document is not well-formed.
  static func element(_ text: String) throws -> Element {
    var reader = XMLText(scalars: Array(text.unicodeScalars))
    if reader.takes("<?xml") {
      while !reader.takes("?>") { _ = try reader.next() }
    }
    reader.skipWhitespace()
    let element = try reader.element()
    reader.skipWhitespace()
    guard reader.place == reader.scalars.count else { throw reader.fault("text at the end") }
    return element
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private func fault(_ reason: String) -> Malformed { Malformed(reason: reason, place: place) }

  private mutating func next() throws -> Unicode.Scalar {
    guard place < scalars.count else { throw fault("unexpected end") }
    place += 1
    return scalars[place - 1]
  }

  private mutating func takes(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard Array(scalars[place...].prefix(wanted.count)) == wanted else { return false }
    place += wanted.count
    return true
  }

  private mutating func skipWhitespace() {
    while place < scalars.count, scalars[place].properties.isWhitespace { place += 1 }
  }

  private mutating func name() throws -> String {
    var name = ""
    while place < scalars.count,
      scalars[place].properties.isAlphabetic || scalars[place].properties.numericType != nil
        || scalars[place] == "-" || scalars[place] == ":"
    {
      name.unicodeScalars.append(try next())
    }
    if name.isEmpty { throw fault("no name") }
    return name
  }

  /// Reads text up to `end`, replacing entities.
  private mutating func text(until end: Unicode.Scalar) throws -> String {
    var text = ""
    while place < scalars.count, scalars[place] != end {
      let scalar = try next()
      switch scalar.value {
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: break
      default: throw fault("a forbidden character")
      }
      if scalar == "<" { throw fault("a bare <") }
      guard scalar == "&" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      let entities = ["amp;": "&", "lt;": "<", "gt;": ">", "quot;": "\"", "#39;": "'"]
      guard let entity = entities.first(where: { takes($0.key) }) else {
        throw fault("a bare &")
      }
      text += entity.value
    }
    return text
  }

  private mutating func element() throws -> Element {
    guard takes("<") else { throw fault("no element") }
    let name = try name()
    var attributes: [String: String] = [:]
    skipWhitespace()
    while !takes(">") {
      if takes("/>") { return Element(name: name, attributes: attributes) }
      let key = try self.name()
      guard takes("=\"") else { throw fault("an attribute without a value") }
      guard attributes.updateValue(try text(until: "\""), forKey: key) == nil else {
        throw fault("an attribute twice")
      }
      guard takes("\"") else { throw fault("an open attribute") }
      skipWhitespace()
    }
    var element = Element(name: name, attributes: attributes)
    while true {
      element.text += try text(until: "<")
      if takes("</\(name)>") { return element }
      guard place < scalars.count else { throw fault("\(name) is not closed") }
      element.children.append(try self.element())
    }
  }
}
