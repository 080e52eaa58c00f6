import System
import Testing

@testable import Corpora

@Suite struct FormatCatalogTests {
  @Test func `names are unique lower-case words, and summaries end in a period`() {
    let names = FormatCatalog.typeNames
    #expect(Set(names).count == names.count)
    for format in FormatCatalog.all {
      #expect(format.name.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(!format.summary.isEmpty && !format.summary.hasSuffix("."))
      #expect(FormatCatalog.named(format.name)?.name == format.name)
      for suffix in format.fileExtensions {
        #expect(FormatCatalog.format(ofFileNamed: "x.\(suffix)")?.name == format.name)
        #expect(FormatCatalog.format(ofFileNamed: "x.\(suffix).gz")?.name == format.name)
      }
    }
    let suffixes = FormatCatalog.all.flatMap(\.fileExtensions)
    #expect(Set(suffixes).count == suffixes.count)
  }

  @Test func `a search reads files as lines unless their suffix belongs to another format`() throws
  {
    let choice = try FormatChoice("auto")
    for format in FormatCatalog.all {
      for suffix in format.fileExtensions {
        for name in ["x.\(suffix)", "x.\(suffix.uppercased())", "x.\(suffix).gz"] {
          #expect(choice.isLines(FilePath(name)) == (format.name == "lines"), "\(name)")
        }
      }
    }
  }

  @Test(arguments: [
    ("a.csv", "csv"), ("A.CSV", "csv"), ("a.b.tsv.gz", "tsv"), ("a.ndjson", "jsonl"),
    ("a.unknown", nil), ("csv", nil), ("gz", nil), (".gz", nil), ("", nil),
  ])
  func `the suffix determines the format`(name: String, format: String?) {
    #expect(FormatCatalog.format(ofFileNamed: name)?.name == format)
  }
}
