import TestSupport
import Testing

@testable import Searching

/// These trust the library even where it is faulty: they are about patterns that all of its releases get right.
@Suite struct VectorscanTests {
  /// Whether the library is there and runs on this processor, faulty or not.
  static let isPresent = Vectorscan.status != .absent
  static let absence: Comment = "vectorscan is not installed, or does not run on this processor"

  /// A program that may still be compiling.
  static func program(_ pattern: String, _ layout: TextLayout = .lines) throws
    -> Vectorscan.Program
  {
    var maker = BytePatternMaker(layout, resolvesBoundaries: false)
    let node = try #require(PatternParser.parse(pattern, ignoresCase: false))
    let text = try #require(VectorscanPattern(maker.pattern(of: node.core)))
    return try #require(Vectorscan.Program(text, trustsLibrary: true))
  }

  static func lines(_ program: Vectorscan.Program, _ text: [UInt8]) -> [Int] {
    var places = FoundPlaces()
    var lines: [Int] = []
    var start = 0
    var line = 0
    var counted = 0
    while start < text.count {
      guard program.find(in: text.span, from: &start, unitsEndWith: 0x0A, into: &places) else {
        return []
      }
      for index in 0..<places.count {
        while counted < places.places[index] {
          if text[counted] == 0x0A { line += 1 }
          counted += 1
        }
        lines.append(line)
      }
    }
    return lines
  }

  /// Lines, about one in three of which has the word.
  static func text(_ word: String, count: Int, seed: UInt64) -> (bytes: [UInt8], lines: [Int]) {
    var generator = SeededGenerator(seed: seed)
    var text = ""
    var lines: [Int] = []
    for line in 0..<count {
      text += String(repeating: "x", count: generator.below(9))
      if generator.oneIn(3) {
        text += word
        lines.append(line)
        if generator.oneIn(2) { text += "-" + word }
      }
      text += "\n"
    }
    return (Array(text.utf8), lines)
  }

  @Test(.enabled(if: isPresent, absence))
  func `more matches are found than there is room for at once`() throws {
    let program = try Self.program("quux")
    try #require(program.isReady(within: 60_000) == true)
    let (text, lines) = Self.text("quux", count: 5000, seed: 1)
    #expect(lines.count > FoundPlaces.most)
    #expect(Self.lines(program, text) == lines)
  }

  @Test(.enabled(if: isPresent, absence))
  func `several threads search with one program`() async throws {
    let program = try Self.program("quux")
    try #require(program.isReady(within: 60_000) == true)
    await withTaskGroup(of: Bool.self) { group in
      for seed in UInt64(1)...16 {
        group.addTask {
          let (text, lines) = Self.text("quux", count: 2000, seed: seed)
          return Self.lines(program, text) == lines
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test(.enabled(if: isPresent, absence))
  func `programs beyond those that are kept are made again`() throws {
    let (text, lines) = Self.text("quux", count: 50, seed: 2)
    for round in 0..<3 {
      for index in 0..<12 {
        let program = try Self.program("quux|wombat\(index)")
        #expect(program.isReady(within: 60_000) == true, "\(round) \(index)")
        #expect(Self.lines(program, text) == lines)
      }
    }
  }

  @Test(.enabled(if: isPresent, absence))
  func `a program that is dropped while it compiles ends by itself`() throws {
    for index in 0..<8 { _ = try Self.program("dropped\(index)") }
    let program = try Self.program("dropped0")
    #expect(program.isReady(within: 60_000) == true)
  }

  @Test func `what would take long to compile is not given to the library`() throws {
    var maker = BytePatternMaker(.lines, resolvesBoundaries: false)
    for pattern in [
      "((ab{0,100}c){0,100}d){0,10}", "(?:ab){600}", "a*", "^", "x|", "\\p{Greek}{40,80}q",
      (0..<2000).map { "w\($0)" }.joined(separator: "|"),
    ] {
      let node = try #require(PatternParser.parse(pattern, ignoresCase: false))
      #expect(VectorscanPattern(maker.pattern(of: node)) == nil, "\(pattern)")
    }
  }

  @Test func `a program says what it is made of by bytes only`() throws {
    var maker = BytePatternMaker(.records(hasValues: true), resolvesBoundaries: false)
    let node = try #require(PatternParser.parse("^aé+[b-d]$|\\bx{2,}", ignoresCase: false))
    let text = VectorscanPattern(maker.pattern(of: node))?.text
    #expect(
      text
        == "(?:(?:^|[\\xfe-\\xff])\\x61(?:\\xc3\\xa9)+[\\x62-\\x64][\\xfe-\\xff]|\\b(?:\\x78){2,})")
  }

  @Test(.enabled(if: isPresent, absence)) func `the library tells its version`() {
    switch Vectorscan.status {
    case .absent: Issue.record("it is absent after all")
    case .faulty(let version), .serves(let version): #expect(version.contains("."))
    }
  }
}
