internal import ContenderFrames

/// Answers the requests of another program until its input ends.
package struct ContenderSession<Channel: ByteChannel> {
  /// Why a session ended.
  package enum Ending: Equatable, Sendable {
    /// The input ended.
    case endOfInput
    /// The other program did not send the greeting.
    case wrongProgram
    /// The other program uses another protocol version; this session has sent its own version.
    case otherVersion
    /// The other program sent an invalid request.
    case invalidRequest
  }

  private let catalog: [any Contender]
  package private(set) var channel: Channel
  private var corpus = TextCorpus(columns: [])
  private var lastSearch: (() -> [Int])?

  package init(_ channel: Channel) { self.init(channel, catalog: ContenderCatalog.all) }

  init(_ channel: Channel, catalog: [any Contender]) {
    self.channel = channel
    self.catalog = catalog
  }

  /// Answers all requests.
  ///
  /// `greeted` is called after the other program has sent a valid greeting.
  package mutating func run(greeted: () -> Void = {}) -> Ending {
    guard let greeting = channel.read(Wire.greeting.count), greeting == Wire.greeting,
      let version = channel.read(4)
    else { return .wrongProgram }
    channel.write(Wire.opening)
    var reader = FrameReader(version)
    if reader.number() != Wire.version { return .otherVersion }
    greeted()
    sendCatalog()
    while let header = channel.read(5) {
      var reader = FrameReader(header)
      guard let kind = reader.byte().flatMap(Wire.Request.init),
        let length = reader.number()
      else { return .invalidRequest }
      guard let content = channel.read(Int(length)) else { return .endOfInput }
      guard answer(kind, FrameReader(content)) else { return .invalidRequest }
    }
    return .endOfInput
  }

  private mutating func send(_ kind: Wire.Reply, _ content: (inout FrameWriter) -> Void = { _ in })
  {
    var writer = FrameWriter()
    content(&writer)
    channel.write(writer.frame(kind))
  }

  private mutating func sendCatalog() {
    let message = CatalogMessage(
      catalog.map { contender in
        CatalogMessage.Entry(
          name: contender.name, summary: contender.summary, dialect: contender.dialect,
          strategies: contender.strategies)
      })
    send(.catalog) { message.write(to: &$0) }
  }

  // MARK: Requests

  /// Answers one request; returns false if the content of the request is invalid.
  private mutating func answer(_ kind: Wire.Request, _ content: FrameReader) -> Bool {
    var content = content
    switch kind {
    case .corpus: return begin(&content)
    case .records: return store(&content)
    case .end:
      let count = corpus.count
      send(.stored) { $0.write(UInt64(count)) }
      return content.isAtEnd
    case .search: return search(&content)
    case .iterate: return iterate(&content)
    }
  }

  private mutating func begin(_ content: inout FrameReader) -> Bool {
    guard let count = content.number() else { return false }
    var columns: [TextCorpus.Column] = []
    for _ in 0..<count {
      guard let isAlias = content.flag() else { return false }
      columns.append(TextCorpus.Column(isAlias: isAlias))
    }
    corpus = TextCorpus(columns: columns)
    lastSearch = nil
    return content.isAtEnd
  }

  private mutating func store(_ content: inout FrameReader) -> Bool {
    while !content.isAtEnd {
      guard let length = content.number(), let record = content.bytes(Int(length)),
        corpus.append(record)
      else { return false }
    }
    return true
  }

  private mutating func search(_ content: inout FrameReader) -> Bool {
    guard let message = SearchMessage(&content) else { return false }
    lastSearch = nil
    do throws(Refusal) {
      let search = try ready(message.contender, SearchRequest(message))
      send(.ready)
      let clock = SuspendingClock()
      let start = clock.now
      let found = search()
      let time = clock.now - start
      lastSearch = search
      let answer = FoundMessage(nanoseconds: time.wholeNanoseconds, places: found)
      send(.found) { answer.write(to: &$0) }
    } catch {
      send(.refused) { $0.write(error.reason) }
    }
    return true
  }

  private func ready(_ name: String, _ request: SearchRequest) throws(Refusal) -> () -> [Int] {
    guard let contender = catalog.first(where: { $0.name == name }) else {
      throw Refusal("it is not part of the contender program")
    }
    if !contender.strategies.contains(request.strategy) {
      throw Refusal("it does not support \(request.strategy)")
    }
    guard request.isBlank else { return try contender.search(request, in: corpus) }
    let count = corpus.count
    return { Array(0..<count) }
  }

  private mutating func iterate(_ content: inout FrameReader) -> Bool {
    guard let iterations = content.largeNumber(), content.isAtEnd else { return false }
    guard let lastSearch else {
      send(.refused) { $0.write("it has no answer to repeat") }
      return true
    }
    let clock = SuspendingClock()
    let start = clock.now
    var sum = 0
    for _ in 0..<iterations { sum &+= lastSearch().count }
    let time = clock.now - start
    // The sum of the match counts is never `Int.min`. The compiler cannot know this fact, so the
    // compiler cannot remove the searches.
    if sum == .min { return false }
    send(.timed) { $0.write(time.wholeNanoseconds) }
    return true
  }
}

extension Duration {
  fileprivate var wholeNanoseconds: UInt64 {
    UInt64(clamping: components.seconds) * 1_000_000_000
      + UInt64(clamping: components.attoseconds / 1_000_000_000)
  }
}
