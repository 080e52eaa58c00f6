import ArgumentParser
import TestSupport
import Testing

@testable import Shell

@Suite struct SearchRequestTests {
  /// What the declared options make of a line; nil where they refuse it.
  private func declared(_ words: [String]) -> SearchRequest? {
    try? SearchArguments.parse(words).request
  }

  @Test func `every option that help names is in the table, and no other`() {
    // A line of the help that declares an option begins with two blanks and a hyphen.
    let help = SearchArguments.helpMessage(columns: 200).split(separator: "\n")
    let named = help.filter { $0.hasPrefix("  -") }.flatMap { line in
      line.split(separator: " ").prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
        .filter { $0.hasPrefix("-") }
        .map { String($0.hasSuffix(",") ? $0.dropLast() : $0) }
    }
    let table = SearchOption.all.flatMap(\.names)
    #expect(Set(named).subtracting(["-h", "--help"]) == Set(table))
    #expect(Set(table).count == table.count)
  }

  @Test func `each option says in every spelling what its declaration says`() {
    for option in SearchOption.all {
      for name in option.names {
        var lines: [[String]]
        switch option.effect {
        case .flag: lines = [[name]]
        case .value:
          lines = [[name, "7"], [name, "7 x=-"]]
          if name.hasPrefix("--") { lines += [[name + "=7"], [name + "=a=b"]] }
          if option.joins, !name.hasPrefix("--") { lines.append([name + "7"]) }
          if option.repeats { lines.append([name, "1", name, "2"]) }
        }
        for line in lines {
          let expected = declared(line + ["query", "file"])
          #expect(SearchRequest(plain: line + ["query", "file"]) == expected, "\(line)")
          #expect(SearchRequest(plain: ["query"] + line + ["file"]) == expected, "\(line)")
        }
        // The number of -A and -B is read here, and takes no text.
        let takesNumber = name == "-A" || name == "-B"
        #expect(lines.allSatisfy { takesNumber || declared($0 + ["query", "file"]) != nil })
        #expect(declared(lines[0] + ["query", "file"]) != nil)
      }
    }
  }

  @Test(arguments: [
    [], ["--"], ["--", "-x"], ["-h"], ["--help"], ["-x", "query"], ["--nothing", "query"], [""],
    ["query", "-A"], ["query", "-A", "x"], ["query", "-A", "-1"], ["query", "--type", "-"],
    ["query", "--limit="], ["query", "-m=5"], ["query", "-ic"], ["query", "--count=yes"],
    ["query", "--Count"], ["query", "-cc"], ["query", "-c", "-c"],
    ["query", "-m1", "--limit", "2"],
    ["query", "---count"], ["query", "--coun"], ["query", "-m\u{301}5"],
    ["query", "\u{2010}c\u{301}", "-é"],
    ["query", "--type", "csv", "--type", "csv"], ["query", "-count"], ["query", "-A5x"],
  ])
  func `a line that is wrong or unusual is left to the declared options`(words: [String]) {
    #expect(SearchRequest(plain: words) == nil)
  }

  @Test func `words without a hyphen are the query and the files, a hyphen is standard input`() {
    let request = SearchRequest(plain: ["query", "-", "a b", "-c", "=", "c"])
    #expect(request?.query == "query")
    #expect(request?.files == ["-", "a b", "=", "c"])
    #expect(SearchRequest(plain: ["-"]) == declared(["-"]))
  }

  @Test func `random lines read as the declared options read them, wherever they are read at all`()
  {
    let names = SearchOption.all.flatMap(\.names)
    var generator = SeededGenerator(seed: 11)
    var read = 0
    let lines = Effort.size(1_000, thorough: 10_000)
    for _ in 0..<lines {
      let words = (0...generator.below(5)).map { _ in
        let name = generator.pick(names)
        return switch generator.below(7) {
        case 0, 1: name
        case 2: name + "=" + generator.pick(["7", "", "-", "a=b", "é"])
        case 3: name + generator.pick(["7", "x", "=", "-", "é", "\u{301}", " "])
        case 4: generator.pick(["--", "-", "", "-h", "-\u{301}", "--=", "--x", "-7", "---"])
        default: generator.pick(["7", "x", "lines", "é", "\u{301}", "a b"])
        }
      }
      guard let request = SearchRequest(plain: words) else { continue }
      read += 1
      #expect(request == declared(words), "\(words)")
    }
    #expect(read > lines / 10)
  }
}
