import Benchmarking
import JSON
import TestSupport
import Testing

/// The results that SciPy computed for fixed samples, read from `Vectors/statistics.json`.
struct StatisticsVectors {
  private let content: JSON

  init(_ source: String = #filePath) throws {
    let folder = TestFile.folder(of: source)
    let bytes = try #require(TestFile.bytes(folder + "../Vectors/statistics.json"))
    content = try JSON(parsing: bytes)
  }

  /// The entries of the list `name`.
  func entries(_ name: String) throws -> [JSON] {
    guard case .array(let entries)? = content[name] else {
      Issue.record("there is no list \(name)")
      return []
    }
    return entries
  }
}

extension JSON {
  /// The number in the member `name`.
  func figure(_ name: String) throws -> Double { try #require(self[name]?.asNumber) }

  /// The numbers in the list `name`.
  func figures(_ name: String) throws -> [Double] {
    try list(name).map { try #require($0.asNumber) }
  }

  /// The pairs of a size and a time in the list `name`.
  func points(_ name: String) throws -> [(size: Double, seconds: Double)] {
    try list(name).map {
      guard case .array(let pair) = $0, pair.count == 2 else {
        Issue.record("this is no pair: \($0)")
        return (0, 0)
      }
      return (try #require(pair[0].asNumber), try #require(pair[1].asNumber))
    }
  }

  private func list(_ name: String) throws -> [JSON] {
    guard case .array(let list)? = self[name] else {
      Issue.record("there is no list \(name)")
      return []
    }
    return list
  }

  private var asNumber: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}

/// Whether two numbers are equal except for rounding.
func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-12) -> Bool {
  abs(a - b) <= tolerance * max(abs(a), abs(b))
}
