internal import JSON

/// A JSON value and its path in the document, such as `measurements[3].blocks`.
///
/// The accessors throw `RunError.malformed` with the path if the value is missing or has another
/// type.
struct JSONPlace {
  let value: JSON
  let path: String

  init(_ value: JSON, path: String = "") {
    self.value = value
    self.path = path
  }

  /// The member `name`, which must not be missing or null.
  func member(_ name: String) throws(RunError) -> JSONPlace {
    if let place = try optional(name) { return place }
    throw .malformed(path: below(name), "is missing")
  }

  /// The member `name`; nil if the member is missing or null.
  func optional(_ name: String) throws(RunError) -> JSONPlace? {
    guard case .object = value else { throw wrong("an object") }
    guard let value = value[name], value != .null else { return nil }
    return JSONPlace(value, path: below(name))
  }

  private func below(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  func wrong(_ wanted: String) -> RunError { .malformed(path: path, "is not \(wanted)") }

  func bool() throws(RunError) -> Bool {
    guard case .bool(let value) = value else { throw wrong("true or false") }
    return value
  }

  func string() throws(RunError) -> String {
    guard case .string(let value) = value else { throw wrong("a string") }
    return value
  }

  /// The value as an integer that is at least `minimum`.
  func integer(atLeast minimum: Int = .min) throws(RunError) -> Int {
    guard case .integer(let value) = value else { throw wrong("a whole number") }
    if value < minimum { throw .malformed(path: path, "is less than \(minimum)") }
    return value
  }

  func unsigned() throws(RunError) -> UInt64 {
    if case .large(let value) = value { return value }
    return UInt64(try integer(atLeast: 0))
  }

  /// The value as a non-negative number.
  func number() throws(RunError) -> Double {
    guard let number = Self.number(value) else { throw wrong("a number") }
    if number < 0 { throw .malformed(path: path, "is less than 0") }
    return number
  }

  private static func number(_ value: JSON) -> Double? {
    switch value {
    case .integer(let value): Double(value)
    case .large(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  func elements<T>(_ read: (JSONPlace) throws(RunError) -> T) throws(RunError) -> [T] {
    guard case .array(let values) = value else { throw wrong("an array") }
    var elements: [T] = []
    elements.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      elements.append(try read(JSONPlace(value, path: "\(path)[\(index)]")))
    }
    return elements
  }

  func members<T>(_ read: (JSONPlace) throws(RunError) -> T) throws(RunError) -> [String: T] {
    guard case .object(let members) = value else { throw wrong("an object") }
    var values: [String: T] = [:]
    for member in members {
      values[member.name] = try read(JSONPlace(member.value, path: below(member.name)))
    }
    return values
  }

  func strings() throws(RunError) -> [String] {
    try elements { place throws(RunError) in try place.string() }
  }

  /// The value as arrays of non-negative numbers, one for each block.
  func blocks() throws(RunError) -> [[Double]] {
    try elements { block throws(RunError) in try block.numbers() }
  }

  private func numbers() throws(RunError) -> [Double] {
    guard case .array(let values) = value else { throw wrong("an array") }
    var numbers: [Double] = []
    numbers.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      guard let number = Self.number(value), number >= 0 else {
        // Build the path only for an error, because there can be a million samples.
        return [try JSONPlace(value, path: "\(path)[\(index)]").number()]
      }
      numbers.append(number)
    }
    return numbers
  }
}
