import Corpora
import TestSupport

/// Reads the files in the folder `Vectors`.
enum Vectors {
  static let folder = TestFile.folder(of: #filePath) + "Vectors/"

  /// The JSON documents of a file with one on each line.
  static func lines(_ name: String) -> [JSONValue] {
    (TestFile.bytes(folder + name) ?? []).split(separator: 0x0A).map { JSONValue($0) }
  }

  /// A corpus of the texts in a file that is an array of strings.
  static func corpus(_ name: String) -> Corpus {
    let texts = JSONValue(TestFile.bytes(folder + name) ?? Array("[]".utf8)).strings
    return Corpus(name: "vectors", fields: [Field("text")], rows: texts.map { [$0] })
  }
}
