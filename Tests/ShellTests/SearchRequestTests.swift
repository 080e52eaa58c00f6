import Reporting
import Searching
import Testing

@testable import Shell

@Suite struct SearchRequestTests {
  private func parse(_ words: [String]) throws -> SearchRequest {
    guard case .values(let request) = try SearchRequest.form.parse(words, at: .program) else {
      throw ShellError.usage("help was asked for")
    }
    return request
  }

  @Test func `the first argument is the query unless -e or -f gives one`() throws {
    #expect(try parse(["q", "a", "b"]).queries == ["q"])
    #expect(try parse(["q", "a", "b"]).files == ["a", "b"])
    #expect(try parse(["-e", "q", "-er", "a", "b"]).queries == ["q", "r"])
    #expect(try parse(["-e", "q", "a", "b"]).files == ["a", "b"])
    #expect(try parse(["-f", "words", "a"]).files == ["a"])
    #expect(try parse(["-e", "-x-"]).queries == ["-x-"])
    #expect(try parse([""]).queries == [""])
    let error = #expect(throws: ShellError.self) { try parse(["-i"]) }
    #expect(error?.message.hasPrefix("QUERY is missing") == true)
  }

  @Test func `flags have the same meaning as in ripgrep`() throws {
    let request = try parse(["-wvclonNHI", "-m3", "-A1", "-B", "2", "-r$1", "--column", "q"])
    #expect(request.bounds == .words && request.invert && request.count)
    #expect(request.listsFiles == true && request.limitPerFile == 3)
    #expect(request.after == 1 && request.before == 2)
    var parts = RowParts()
    parts.onlyHits = true
    parts.line = false
    parts.path = false
    parts.column = true
    parts.replacement = "$1"
    #expect(request.rows == parts)
    #expect(try parse(["--json", "q"]).settings.format == "jsonl")
    #expect(try parse(["-F", "q"]).isLiteral)
    #expect(try parse(["-P", "q"]).isPCRE)
    #expect(try parse(["-P", "q"]).settings.texts["strategy"] == "regex")
  }

  @Test func `no positional argument is among the shared options of search`() {
    #expect(SearchRequest.form.shared().allSatisfy { !$0.description.isPositional })
  }
}
