import SQLite
import Testing

@Suite struct StatementRowsTests {
  @Test func `rows for which there is no memory are an error`() throws {
    // Terabytes, which no system promises to a process.
    let most = Int(Int32.max)
    do {
      _ = try StatementRows(numbers: most, texts: most)
      Issue.record("there was memory")
    } catch {
      #expect(error.kind == .outOfMemory)
      #expect(error.reason == "out of memory")
    }
  }
}
