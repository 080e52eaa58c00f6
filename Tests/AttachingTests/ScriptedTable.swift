import Corpora
import Searching
import TestSupport
import UnicodeText

@testable import Attaching

/// The responses of a server with a published one-column table, for fault tests.
struct ScriptedTable {
  static let texts = ["alpha", "beta", "it's", "漢字", ""]

  static let name = "t"

  /// The HTTP headers of a response that contains rows.
  static let headers = ["Content-Type: application/octet-stream"]

  private static var publication: Publication {
    Publication(
      corpus: "c", generation: 1, state: .current,
      columns: Publication.columns(for: [Field("text")]), records: UInt64(texts.count), batches: 1,
      textBytes: 100, hasSingleSource: true, owner: "1", change: 2)
  }

  /// The only row of the publications table.
  static var publications: [UInt8] {
    let tables = PublishedTables(table: TableName(name), cluster: nil)
    return tables.recording(publication).data
  }

  /// The encoded rows of the records with the given numbers.
  static func rows(_ numbers: [UInt64] = Array(0..<UInt64(texts.count))) -> [UInt8] {
    var bytes = GrowableBuffer<UInt8>()
    for number in numbers {
      bytes.append(binary: number)
      bytes.append(binary: "file")
      bytes.append(binary: number + 1)
      bytes.append(binary: texts[Int(number) % texts.count])
    }
    return bytes.array()
  }

  static func count(_ number: UInt64) -> [UInt8] {
    var bytes = GrowableBuffer<UInt8>()
    bytes.append(binary: number)
    return bytes.array()
  }

  /// The correct response to a request that contains an SQL statement.
  static func answer(_ request: ScriptedRequest) -> ScriptedAnswer {
    let text = request.text
    if text.contains("_sb_publications") { return .response(headers: headers, publications) }
    if text.contains("count()") {
      return .response(headers: headers, count(UInt64(texts.count)))
    }
    return .response(headers: headers, rows())
  }
}
