/// An SQL value.
package enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case decimal(Double)
  case text(String)
  case blob([UInt8])

  var isNull: Bool { self == .null }

  /// The value as text; empty for NULL.
  package var text: String {
    switch self {
    case .null: ""
    case .integer(let number): String(number)
    case .decimal(let number): String(number)
    case .text(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
