import Testing

@testable import Shell

@Suite struct FormParsingTests {
  struct Sample: Arguments, Equatable {
    var first = ""
    var rest: [String] = []
    var isFast = false
    var isLoud = false
    var count: Int?
    var names: [String] = []
    var mode = "a"
    var ids: [String] = []

    static let form = Form<Self>(
      "sample", "try the parser",
      [
        .argument("FIRST", help: "The first.") { $0.first = $1 },
        .rest("REST", help: "The others.") { $0.rest.append($1) },
        .flag("-f", "--fast", help: "Be fast.") { $0.isFast = true },
        .flag("-l", "--loud", help: "Be loud.") { $0.isLoud = true },
        .number("-n", "--count", in: 0...9, help: "How many.") { $0.count = $1 },
        .list("--name", value: "NAME", help: "A name.") { $0.names.append($1) },
        .option("-m", "--mode", value: "MODE", help: "The mode.") { $0.mode = $1 },
        Parameter(
          description: .init(names: ["--id"], value: "ID...", help: "Ids."),
          effect: .words { $0.ids += $1 }),
      ])

    mutating func validate() throws {
      if isFast, mode == "slow" { throw ShellError.usage("-f and --mode slow exclude each other") }
    }
  }

  private func parse(_ words: [String]) throws -> Sample {
    guard case .values(let values) = try Sample.form.parse(words, at: .prompt) else {
      throw ShellError.usage("help was asked for")
    }
    return values
  }

  private func sample(_ change: (inout Sample) -> Void) -> Sample {
    var sample = Sample()
    sample.first = "x"
    change(&sample)
    return sample
  }

  @Test func `options are parsed in every spelling and position`() throws {
    let expected = sample {
      $0.count = 7
      $0.isFast = true
    }
    for words in [
      ["-f", "-n", "7", "x"], ["-fn7", "x"], ["-fn=7", "x"], ["x", "-n7", "-f"],
      ["--fast", "--count", "7", "x"], ["--count=7", "x", "--fast"], ["-n", "1", "-n7", "-f", "x"],
    ] {
      #expect(try parse(words) == expected, "\(words)")
    }
  }

  @Test func `an option's value can start with a hyphen, be empty, or contain an equals sign`()
    throws
  {
    #expect(try parse(["x", "--mode", "-f"]).mode == "-f")
    #expect(try parse(["x", "--mode", ""]).mode == "")
    #expect(try parse(["x", "--mode=a=b"]).mode == "a=b")
    #expect(try parse(["x", "-mé"]).mode == "é")
    #expect(try parse(["x", "--name", "a", "--name=b"]).names == ["a", "b"])
  }

  @Test func `two hyphens end the options, and one hyphen is an argument`() throws {
    #expect(
      try parse(["--", "-f", "--count"])
        == sample {
          $0.first = "-f"
          $0.rest = ["--count"]
        })
    #expect(
      try parse(["-", "-f"])
        == sample {
          $0.first = "-"
          $0.isFast = true
        })
    #expect(try parse(["x", "-5", "-"]).rest == ["-5", "-"])
  }

  @Test func `an option of many values takes all words up to the next option`() throws {
    #expect(
      try parse(["x", "--id", "1", "2", "-f", "y"])
        == sample {
          $0.ids = ["1", "2"]
          $0.isFast = true
          $0.rest = ["y"]
        })
  }

  @Test(arguments: [
    ([], "FIRST is missing: :sample [options] FIRST [REST...]"),
    (["x", "--nam", "a"], "there is no option --nam; did you mean --name?"),
    (["x", "-z"], "there is no option -z; :help sample shows its options"),
    (["x", "-fz"], "there is no option -z; :help sample shows its options"),
    (["x", "--xyzzy"], "there is no option --xyzzy; :help sample shows its options"),
    (["x", "-n"], "-n needs a value: -n N; :help sample shows its options"),
    (["x", "--count", "12"], "--count cannot be 12: it takes a whole number from 0 to 9"),
    (["x", "-nx"], "-n cannot be x: it takes a whole number from 0 to 9"),
    (["x", "--fast=yes"], "--fast takes no value; :help sample shows its options"),
    (
      ["x", "-f", "-mslow"], "-f and --mode slow exclude each other; :help sample shows its options"
    ),
    (["x", "---fast"], "there is no option ---fast; did you mean --fast?"),
  ])
  func `a command-line error is one sentence with a remedy`(words: [String], message: String) {
    let error = #expect(throws: ShellError.self) { try parse(words) }
    #expect(error?.message == message)
    #expect(error?.exitCode == 64)
  }

  @Test(arguments: [(["-h"], false), (["--help"], false), (["x", "-hh"], true), (["-fh"], false)])
  func `-h and --help request the short help, and -hh the full help`(
    words: [String], isComplete: Bool
  ) throws {
    guard case .help(let shown) = try Sample.form.parse(words, at: .prompt) else {
      Issue.record("no help")
      return
    }
    #expect(shown == isComplete)
  }

  @Test(arguments: [
    (["--jsonl"], "--format"), (["-o", "x.csv"], "--output"), (["-j4"], "--threads"),
    (["--files"], "-l"), (["-R"], "without an option"), (["--invert"], "-v"),
    (["-U"], "cannot cross lines"),
  ])
  func `options of other programs are refused with a hint to the equivalent option`(
    words: [String], remedy: String
  ) {
    let form = words == ["-o", "x.csv"] ? nil : SearchRequest.form
    let error = #expect(throws: ShellError.self) {
      if let form {
        _ = try form.parse(words + ["q"], at: .program)
      } else {
        _ = try RunsListArguments.form.parse(words, at: .program)
      }
    }
    #expect(error?.message.contains(remedy) == true)
  }
}
