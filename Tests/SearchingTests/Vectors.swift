import Corpora
import JSON
import TestSupport
import Testing

/// Reads the files in the folder `Vectors`.
enum Vectors {
  static let folder = TestFile.folder(of: #filePath) + "Vectors/"

  /// The JSON documents in a file that has one document on each line.
  static func lines(_ name: String) -> [JSON] {
    (TestFile.bytes(folder + name) ?? []).split(separator: 0x0A).compactMap { json(Array($0)) }
  }

  /// A corpus of the texts in a file that is an array of strings.
  static func corpus(_ name: String) -> Corpus {
    let texts = json(TestFile.bytes(folder + name) ?? []).strings
    return Corpus(name: "vectors", fields: [Field("text")], rows: texts.map { [$0] })
  }

  private static func json(_ bytes: [UInt8]) -> JSON? {
    do throws(JSONError) { return try JSON(parsing: bytes) } catch {
      Issue.record(error)
      return nil
    }
  }
}

extension JSON? {
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var strings: [String] { elements.compactMap(\.string) }
  var numbers: [Int] {
    elements.compactMap { if case .integer(let number) = $0 { number } else { nil } }
  }

  private var elements: [JSON?] { if case .array(let items) = self { items } else { [] } }
}
