import Corpora
import TestSupport
import Testing

@testable import Searching

/// Tests files with different columns; the fields of a record are empty for columns that only other
/// files have.
@Suite struct FileColumnsTests {
  private static let files = [
    "a.csv": "p,q\n1,2\n3,\n", "b.csv": "r\n5\n6\n", "c.txt": "hello\n\n", "d.tsv": "p\tq\n1\t2\n",
    "e.jsonl": "{\"p\": \"x\"}\n{\"s\": \"\"}\n", "f.jsonl": "{}\n",
    "g.jsonl": "{\"u\": \"5 1\", \"text\": \"5 2\"}\n",
  ]

  private static let patterns = ["^$", "^", "x*", "^(hello)?$", "^5$|^$", ".*", "^.+$", "5"]

  /// Compares a search of some of the files with a search of the same files in memory.
  private static func compare(_ names: [String], type: String = "auto") throws {
    let folder = try ScratchFolder()
    let paths = try names.map { try folder.write(files[$0] ?? "", to: $0) }
    let options = LoadOptions(type: type)
    for paths in [paths, [folder.path]] {
      let searcher = Searcher(try CorpusLoader.load(paths, options: options).corpus)
      for pattern in patterns {
        for isInverted in [false, true] {
          let query = Query(pattern, by: "regex")
          let source = try FileSource(paths, options: options)
          try expectSameAnswer(source, searcher, query, StreamRequest(isInverted: isInverted))
        }
      }
    }
  }

  @Test func `a pattern that matches an empty field finds records that lack a column`() throws {
    try Self.compare(["a.csv", "b.csv"])
    try Self.compare(["a.csv", "d.tsv"])
    try Self.compare(["b.csv", "c.txt"])
    try Self.compare(["c.txt"])
    try Self.compare(["e.jsonl"])
    try Self.compare(["f.jsonl", "g.jsonl"])
    try Self.compare(["a.csv", "b.csv", "c.txt", "d.tsv", "e.jsonl", "f.jsonl"])
    try Self.compare(Self.files.keys.sorted(), type: "lines")
  }
}
