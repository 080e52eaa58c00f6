import Basics
import TestSupport
import Testing

@testable import Corpora

/// Tests that each byte of a cell is mapped to its column in the file, for files whose cells are at
/// known positions.
@Suite struct CellPlacesTests {
  /// A file, and the expected column of every byte in every cell, as
  /// `columns[record][field][byte]`.
  private struct Sample {
    var text = ""
    var columns: [[[Int]]] = []
  }

  @Test func `each byte of a CSV cell is mapped to its column in the file`() throws {
    var random = SeededGenerator(seed: 1)
    for round in 0..<200 {
      let delimiter: Character = round % 3 == 0 ? "\t" : ","
      let sample = csv(&random, delimiter)
      let options = LoadOptions().with {
        $0.delimiter = delimiter.asciiValue
        if round % 2 == 0 { $0.fields = ["c", "a", "b"] }
      }
      for step in [7, 64, 1 << 18] {
        let corpus = try load(sample.text, named: "t.csv", options, step: step).corpus
        #expect(columns(of: corpus, ["a", "b", "c"]) == sample.columns, "\(sample.text)")
      }
    }
  }

  @Test func `each byte of a JSON value is mapped to its column in the file`() throws {
    var random = SeededGenerator(seed: 2)
    for round in 0..<200 {
      let isArray = round % 2 == 0
      let sample = json(&random, isArray: isArray)
      for step in [90, 1 << 18] {
        let corpus = try load(sample.text, named: isArray ? "t.json" : "t.jsonl", step: step).corpus
        #expect(columns(of: corpus, ["a", "b", "c"]) == sample.columns, "\(sample.text)")
      }
    }
  }

  @Test func `cells keep their file columns when their corpus is appended to another one`() throws {
    let first = try load("b,a\nx,y\n", named: "1.csv").corpus
    let second = try load("a,b\nlong,\"quoted\"\nplain,text\n", named: "2.csv").corpus
    let both = try first.appending(second)
    #expect(both.fields.map(\.name) == ["b", "a"])
    let columns = (0..<3).map { record in
      (0..<2).map { both.place(of: $0, in: RecordID(UInt64(record)))?.column(of: 0) }
    }
    #expect(columns == [[1, 3], [7, 1], [7, 1]])
  }

  @Test func `cells of plain lines need no column mapping`() throws {
    let corpus = try load("one\ntwo\n", named: "t.txt").corpus
    #expect(corpus.place(of: 0, in: RecordID(1)) == nil)
  }

  private func columns(of corpus: Corpus, _ names: [String]) -> [[[Int]]] {
    (0..<corpus.count).map { record in
      names.map { name in
        guard let field = corpus.fields.firstIndex(where: { $0.name == name }) else { return [] }
        let id = RecordID(UInt64(record))
        guard let place = corpus.place(of: field, in: id) else { return [] }
        return corpus.text(of: id, field: field).utf8.indices.enumerated().map {
          place.column(of: $0.offset)
        }
      }
    }
  }

  private static let texts = [
    "", "x", "two words", "é", "a,b", "a\tb", "l1\nl2", "say \"no\"", "日本",
  ]

  private func csv(_ random: inout SeededGenerator, _ delimiter: Character) -> Sample {
    var sample = Sample(text: ["a", "b", "c"].joined(separator: String(delimiter)) + "\n")
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      var line = ""
      var columns: [[Int]] = []
      for index in 0..<3 {
        if index > 0 { line.append(delimiter) }
        let cell = Self.texts.randomElement(using: &random) ?? ""
        let mustQuote = cell.contains { $0 == delimiter || $0 == "\n" || $0 == "\"" }
        let isQuoted = mustQuote || Bool.random(using: &random)
        let start = line.contains("\n") ? nil : line.utf8.count + 1
        let written = cell.replacing("\"", with: "\"\"")
        line += isQuoted ? "\"\(written)\"" : cell
        let firstLine = cell.utf8.firstIndex(of: 0x0A).map { cell.utf8.distance(to: $0) }
        columns.append(
          cell.utf8.indices.enumerated().map { byte, _ in
            guard let start else { return 1 }
            let isPlain = written == cell && byte <= firstLine ?? .max
            return isPlain ? start + (isQuoted ? 1 : 0) + byte : start
          })
      }
      sample.text += line + (Bool.random(using: &random) ? "\r\n" : "\n")
      sample.columns.append(columns)
    }
    return sample
  }

  private func json(_ random: inout SeededGenerator, isArray: Bool) -> Sample {
    var sample = Sample(text: isArray ? "[" : "")
    var line = sample.text
    for record in 0..<Int.random(in: 1...6, using: &random) {
      if record > 0 {
        let next = !isArray ? "\n" : Bool.random(using: &random) ? "," : ",\n "
        sample.text += next
        line = next.contains("\n") ? String(next.drop { $0 != "\n" }.dropFirst()) : line + next
      }
      let blank = Bool.random(using: &random) ? " " : ""
      let start = (line + blank).utf8.count + 1
      var object = "{"
      var columns: [String: [Int]] = [:]
      for (index, name) in ["a", "b", "c"].shuffled(using: &random).enumerated() {
        object += (index > 0 ? "," : "") + "\"\(name)\":\(blank)"
        if isArray && Int.random(in: 0..<6, using: &random) == 0 { object += "\n" }
        let (written, text) = value(&random)
        let isLater = object.contains("\n")
        let column = isLater ? start : start + object.utf8.count
        let isQuoted = written.hasPrefix("\"")
        let isPlain = !isLater && (written == text || written == "\"\(text)\"")
        columns[name] = text.utf8.indices.enumerated().map { byte, _ in
          isPlain ? column + (isQuoted ? 1 : 0) + byte : column
        }
        object += written
      }
      object += "}"
      sample.text += blank + object
      line += blank + object
      if let last = line.lastIndex(of: "\n") { line = String(line[line.index(after: last)...]) }
      sample.columns.append(["a", "b", "c"].map { columns[$0] ?? [] })
    }
    sample.text += isArray ? "]\n" : "\n"
    return sample
  }

  private func value(_ random: inout SeededGenerator) -> (written: String, text: String) {
    let values = [
      ("\"\"", ""), ("\"plain\"", "plain"), ("\"é\"", "é"), ("\"\\u00e9t\\u00e9\"", "été"),
      ("12.5", "12.5"), ("true", "true"), ("null", ""), ("\"a\\nb\"", "a\nb"),
      ("[\"x\",\"y\"]", "x\ny"), ("[{}]", "[{}]"),
    ]
    return values.randomElement(using: &random) ?? values[0]
  }
}

extension String.UTF8View {
  fileprivate func distance(to index: Index) -> Int { distance(from: startIndex, to: index) }
}
