import Reporting
import Testing

@testable import Shell

/// Tests how `--format` and the suffix of a file choose the format of a benchmark run.
@Suite struct RunFormatChoiceTests {
  @Test(
    arguments: [
      (nil, nil, "table"), (nil, "-", "csv"), (nil, "run", "csv"), (nil, "run.txt", "csv"),
      (nil, "a.json/run", "csv"), (nil, "run.csv", "csv"), (nil, "RUN.JSON", "json"),
      (nil, "run.md", "markdown"), (nil, "run.markdown", "markdown"), ("table", "run.csv", "table"),
      ("csv", "run.tsv", "csv"), ("json", nil, "json"),
    ] as [(String?, String?, String)])
  func `the option comes before the suffix, and csv is the format of other files`(
    name: String?, file: String?, format: String
  ) throws {
    #expect(try RunFormatCatalog.chosen(name, file: file).name == format)
  }

  @Test(arguments: ["tsv", "jsonl", "ndjson", "xlsx", "svg"])
  func `a suffix of another format is refused with those that can be written`(suffix: String) {
    let file = "folder/run.\(suffix)"
    let error = #expect(throws: ShellError.self) {
      try RunFormatCatalog.chosen(nil, file: file)
    }
    #expect(
      error?.message == "cannot write \(file): this command has no format with the suffix "
        + ".\(suffix); use .csv .json .md, or choose the format with --format")
    #expect(error?.exitCode == 2)
  }
}
