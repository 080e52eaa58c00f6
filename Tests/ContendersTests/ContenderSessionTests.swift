import Testing

@testable import Contenders

@Suite struct ContenderSessionTests {
  typealias Session = ContenderSession<MemoryChannel>

  static func run(
    _ input: [UInt8]
  ) -> (ending: Session.Ending, frames: [(kind: UInt8, content: [UInt8])]?) {
    var session = Session(MemoryChannel(input))
    let ending = session.run()
    return (ending, Asking.frames(session.channel.output))
  }

  @Test func `a session answers every request in order`() throws {
    let lines = (0..<300).map { $0 == 0 || $0 == 2 || $0 == 299 ? "here" : "there is none" }
    let session = Self.run(
      Asking.greeting + Asking.lines(lines) + Asking.search("range-of", "substring", "re i")
        + Asking.search("range-of", "substring", "NONE") + Asking.iterate(2)
        + Asking.search("split-sort-consume", "prefix", "he") + Asking.iterate(0))
    #expect(session.ending == .endOfInput)
    let frames = try #require(session.frames)
    #expect(frames.map(\.kind) == [101, 102, 103, 104, 103, 104, 106, 103, 104, 106])
    #expect(frames[1].content == Asking.number(300, bytes: 8))
    #expect(frames[3].content.dropFirst(8).starts(with: Asking.number(297, bytes: 8) + [2, 2, 1]))
    #expect(frames[3].content.count == 16 + 297)
    // The reply encodes the matches (records 0, 2 and 299) as differences; the last difference
    // takes two bytes.
    #expect(Array(frames[8].content.dropFirst(8)) == Asking.number(3, bytes: 8) + [1, 2, 0xA9, 2])
    #expect(frames[9].content.count == 8)
  }

  @Test func `an unknown client gets no reply, and one with another version gets our greeting`() {
    for input in [[], Array("GET / HTTP/1.1\r\n\r\n".utf8), Array("sbcontnd".utf8)] {
      var session = Session(MemoryChannel(input))
      #expect(session.run() == .wrongProgram)
      #expect(session.channel.output == [])
    }
    var session = Session(MemoryChannel(Array("sbcontnd".utf8) + [2, 0, 0, 0]))
    var isGreeted = false
    #expect(session.run { isGreeted = true } == .otherVersion)
    #expect(session.channel.output == Asking.greeting)
    #expect(!isGreeted)
  }

  @Test(arguments: [
    // Invalid frames: the kind is unknown, content is missing or surplus, the case mode is unknown,
    // or the column list is truncated.
    Asking.frame(9), Asking.frame(0), Asking.frame(1), Asking.frame(1, [1, 0, 0, 0]),
    Asking.frame(1, [0, 0, 0, 0, 7]), Asking.frame(2, [1]), Asking.frame(2, [9, 0, 0, 0, 65]),
    Asking.frame(3, [1]), Asking.frame(4), Asking.frame(5, [1]),
    Asking.search("range-of", "substring", "x", tail: [3, 1, 1, 0, 0]),
    Asking.search("range-of", "substring", "x", tail: [0, 1, 1, 0]),
    Asking.search("range-of", "substring", "x", tail: [0, 1, 1, 0, 0, 0]),
    Asking.search("range-of", "substring", "x", tail: [0, 1, 1, 0, 1, 2, 0, 0, 0, 1]),
    Asking.frame(2, Asking.number(2) + [65, 66]),
    Asking.frame(2, Asking.number(3) + [65, 0xFF, 0xFF]),
  ])
  func `an invalid frame ends the session`(frame: [UInt8]) {
    let lines = Asking.lines(["one"])
    let session = Self.run(Asking.greeting + lines + frame + Asking.iterate(1))
    #expect(session.ending == .invalidRequest)
  }

  @Test func `truncated input ends the session`() {
    let whole = Asking.greeting + Asking.lines(["one", "two"])
    for count in Asking.greeting.count..<whole.count {
      #expect(Self.run(Array(whole.prefix(count))).ending == .endOfInput)
    }
  }

  @Test func `a refusal states its reason`() throws {
    let refusals: [([UInt8], String)] = [
      (Asking.iterate(1), "it has no answer to repeat"),
      (Asking.search("grep", "substring", "x"), "it is not part of the contender program"),
      (Asking.search("strstr", "regex", "x"), "it does not support regex"),
      (Asking.search("swift-regex", "regex", "(x"), "it cannot read the pattern"),
    ]
    for (request, reason) in refusals {
      let session = Self.run(Asking.greeting + Asking.lines(["one"]) + request)
      #expect(session.ending == .endOfInput)
      let last = try #require(session.frames?.last)
      #expect(last.kind == 105)
      #expect(last.content == Asking.text(reason))
    }
    let after = Self.run(
      Asking.greeting + Asking.lines(["x"]) + Asking.search("strstr", "substring", "x")
        + Asking.search("strstr", "regex", "x") + Asking.iterate(1))
    #expect(after.frames?.last?.kind == 105)
  }

  @Test(arguments: ["", " \n\u{3000} "])
  func `a blank query matches every record`(query: String) throws {
    for contender in ContenderCatalog.all {
      let session = Self.run(
        Asking.greeting + Asking.lines(["one", "", "three"])
          + Asking.search(contender.name, contender.strategies[0], query))
      let last = try #require(session.frames?.last)
      #expect(Array(last.content.dropFirst(8)) == Asking.number(3, bytes: 8) + [1, 1, 1])
    }
  }
}
