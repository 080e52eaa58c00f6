internal import Benchmarking
internal import JSON

@testable internal import Reporting

extension FuzzTarget {
  /// An input is the JSON text of a stored benchmark run.
  static let runs = FuzzTarget(
    name: "runs",
    oracle: "a run that is read, written and read again is the same; it is not slower "
      + "than itself", longest: 2_048
  ) { input in
    var input = input
    let bytes = input.remainder()
    guard let json = try? JSON(parsing: bytes), let run = run(json, bytes) else { return }
    let text = run.json().encoded(isIndented: true)
    guard let again = try? JSON(parsing: text), let same = FuzzTarget.run(again, bytes) else {
      fail("the written run is not read: \(text)")
    }
    expectEqual(same.json().encoded(isIndented: true), text, "written again: \(text)")
    let diff = RunDiff(run, same)
    for row in diff.rows {
      let verdict = row.comparison?.verdict
      expect(verdict == nil || verdict == .same, "\(row.name) is \(verdict as Any): \(text)")
    }
    for format in RunFormatCatalog.all {
      write(bytes) { (output) throws(OutputError) in
        try format.write(run, style: nil, to: output)
      }
      write(bytes) { (output) throws(OutputError) in
        try format.write(run, style: TerminalStyle(width: 80), to: output)
      }
      write(bytes) { (output) throws(OutputError) in
        try RunDiffReport(diff).write(to: output, format: format, style: nil)
      }
      write(bytes) { (output) throws(OutputError) in
        try RunListReport([run, same]).write(to: output, format: format, style: nil)
      }
    }
  }

  private static func run(_ json: JSON, _ bytes: [UInt8]) -> BenchmarkRun? {
    do throws(RunError) { return try BenchmarkRun(json) } catch {
      expect(!"\(error)".isEmpty, "no message: \(bytes)")
      return nil
    }
  }

  private static func write(
    _ bytes: [UInt8], _ body: (BufferOutput) throws(OutputError) -> Void
  ) {
    do throws(OutputError) { try body(BufferOutput()) } catch { fail("\(error): \(bytes)") }
  }
}
