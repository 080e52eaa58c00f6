/// A JSON value (RFC 8259).
///
/// An object stores its members in their original order. A number without a fraction or an exponent
/// is exact if it fits into 64 bits. Every other number is a `Double`, which is written with the
/// fewest digits that give the same `Double` when they are parsed.
///
///     let settings = try JSON(parsing: Array(#"{"n": 1000}"#.utf8))
///     settings["n"]  // .integer(1000)
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)

  /// An integer above `Int.max`; smaller integers must use `integer`, so that equal integers are
  /// equal values.
  case large(UInt64)

  /// A number that is not stored as `integer` or `large`.
  ///
  /// A non-finite number is written as `null`, because JSON cannot represent it.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A member of an object: a name and a value.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The value of the first member with this name; nil if `self` has no such member or is not an
  /// object.
  ///
  /// - Complexity: O(*n*) for *n* members.
  package subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

extension JSON {
  /// Creates an integer.
  package init(_ value: UInt64) { self = Int(exactly: value).map(JSON.integer) ?? .large(value) }

  /// Creates a string, or `null` for nil.
  package init(_ value: String?) { self = value.map(JSON.string) ?? .null }

  /// Creates an integer, or `null` for nil.
  package init(_ value: Int?) { self = value.map(JSON.integer) ?? .null }

  /// Creates a number, or `null` for nil.
  package init(_ value: Double?) { self = value.map(JSON.number) ?? .null }

  /// Creates an array of strings.
  package init(_ values: [String]) { self = .array(values.map(JSON.string)) }

  /// Creates an array of arrays of numbers; each block becomes one of the inner arrays.
  package init(_ blocks: [[Double]]) { self = .array(blocks.map { .array($0.map(JSON.number)) }) }

  /// Creates an object of strings, sorted by name.
  package init(_ members: [String: String]) {
    self = .object(members.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value)) })
  }

  /// Creates an object of integers, sorted by name.
  package init(_ members: [String: Int]) {
    self = .object(members.sorted { $0.key < $1.key }.map { Member($0.key, .integer($0.value)) })
  }
}

extension JSON: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}
