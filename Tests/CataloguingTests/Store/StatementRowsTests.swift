import SQLite
import Testing

@Suite struct StatementRowsTests {
  @Test func `rows that do not fit into memory are an error`() throws {
    // Rows with this many columns would need terabytes of memory, which no system reserves for a
    // process.
    let maximum = Int(Int32.max)
    do {
      _ = try StatementRows(numbers: maximum, texts: maximum)
      Issue.record("there was memory")
    } catch {
      #expect(error.kind == .outOfMemory)
      #expect(error.reason == "out of memory")
    }
  }
}
