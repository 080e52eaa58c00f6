import Cataloguing
import Synchronization
import Testing
import UnicodeText

/// A fake content source that records the requests it receives.
private final class InventedContents: ContentSource {
  private let files: [String: Result<String, ContentFailure>]
  private let folders: [String: [String]]
  private let meeting: Int
  private let state = Mutex(State())

  private struct State {
    var begun: [String] = []
    var ended: [String] = []
  }

  /// Blocks each request until `meeting` requests have arrived, then answers the requests in
  /// reverse order.
  init(
    _ files: [String: Result<String, ContentFailure>] = [:], folders: [String: [String]] = [:],
    meeting: Int = 1
  ) {
    self.files = files
    self.folders = folders
    self.meeting = meeting
  }

  var begun: [String] { state.withLock { $0.begun } }
  var ended: [String] { state.withLock { $0.ended } }

  func text(
    ofFile path: String, limit: Int, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ContentFailure) -> FrozenBuffer<UInt8> {
    state.withLock { $0.begun.append(path) }
    // Wait until all requests that arrived after this request have been answered.
    while !isLast(path) {}
    state.withLock { $0.ended.append(path) }
    let text = try (files[path] ?? .failure(.missing)).get()
    if text.utf8.count > limit { throw .tooLarge(limit: limit) }
    var buffer = GrowableBuffer<UInt8>()
    buffer.append(copying: Array(text.utf8).span)
    return buffer.freeze()
  }

  private func isLast(_ path: String) -> Bool {
    state.withLock { state in
      if meeting == 1 { return true }
      let isComplete = state.begun.count >= meeting
      return isComplete && state.begun.last { !state.ended.contains($0) } == path
    }
  }

  func files(
    inFolder path: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ContentFailure) -> [String] {
    guard let files = folders[path] else { throw .noFolder }
    return files
  }
}

@Suite struct ContentReaderTests {
  private func texts(_ outcomes: [ContentReader.Outcome]) -> [Result<String, ContentFailure>] {
    outcomes.map { outcome in
      outcome.map { $0.withSpan { String(decoding: $0) } }
    }
  }

  @Test(arguments: [1, 2, 4, 16])
  func `contents are returned in item order, and a failure affects only its item`(threads: Int) {
    let source = InventedContents(
      ["a": .success("A"), "b": .failure(.binary), "c": .success(""), "d": .success("D\nD")])
    let outcomes = ContentReader(source, threads: threads).read([
      .file("d"), .file("b"), .text("t\u{0}é"), .file("none"), .file("a"), .file("c"), .file("a"),
      .text(""),
    ])
    #expect(
      texts(outcomes) == [
        .success("D\nD"), .failure(.binary), .success("t\u{0}é"), .failure(.missing),
        .success("A"), .success(""), .success("A"), .success(""),
      ])
  }

  @Test func `reading an empty list returns immediately`() {
    #expect(ContentReader(InventedContents()).read([]).isEmpty)
  }

  @Test func `reading returns when all items are read, in whatever order they finish`() {
    let names = ["a", "b", "c", "d"]
    let files = names.map { ($0, Result<String, ContentFailure>.success($0 + $0)) }
    let source = InventedContents(Dictionary(uniqueKeysWithValues: files), meeting: 4)
    let outcomes = ContentReader(source, threads: 4).read(names.map { .file($0) })
    #expect(texts(outcomes) == ["aa", "bb", "cc", "dd"].map { .success($0) })
    // All requests arrived before the first answer, and the answers are in reverse order of
    // arrival.
    #expect(source.begun.sorted() == names)
    #expect(source.ended == source.begun.reversed())
  }

  @Test func `the content of a folder is the joined content of its text files`() {
    let source = InventedContents(
      [
        "f/a": .success("A"), "f/b": .failure(.binary), "f/c": .success(""),
        "f/d": .success("D\n"), "f/x": .failure(.unreadable("permission denied")),
      ],
      folders: [
        "f": ["f/a", "f/b", "f/none", "f/c", "f/d"], "empty": [], "blank": ["f/c"],
        "binary": ["f/b"], "refused": ["f/a", "f/x", "f/d"],
      ])
    let outcomes = ContentReader(source).read(
      ["f", "empty", "blank", "binary", "none", "refused"].map { .folder($0) })
    #expect(
      texts(outcomes) == [
        .success("A\n\nD\n"), .failure(.noTextFiles), .success(""), .failure(.noTextFiles),
        .failure(.noFolder), .failure(.part(path: "f/x", reason: "permission denied")),
      ])
  }

  @Test func `the content of an item has a maximum size`() {
    let source = InventedContents(
      ["5": .success("aaaaa"), "6": .success("aaaaaa"), "0": .success("")],
      folders: ["55": ["5", "5"], "56": ["5", "6"], "550": ["5", "5", "0"], "11": ["6", "5"]])
    let outcomes = ContentReader(source, limit: 11).read([
      .folder("55"), .folder("56"), .folder("11"), .folder("550"), .text("aaaaaaaaaaa"),
      .text("aaaaaaaaaaaé"),
    ])
    let tooLarge = Result<String, ContentFailure>.failure(.tooLarge(limit: 11))
    #expect(
      texts(outcomes) == [
        .success("aaaaa\naaaaa"), tooLarge, tooLarge, tooLarge,
        .success("aaaaaaaaaaa"), tooLarge,
      ])
    #expect(
      texts(ContentReader(source, limit: 5).read([.file("6")])) == [
        .failure(.tooLarge(limit: 5))
      ])
    #expect(
      texts(ContentReader(source, limit: 0).read([.text(""), .folder("55")])) == [
        .success(""), .failure(.tooLarge(limit: 0)),
      ])
  }

  @Test func `after a cancellation no read starts, and every item reports the cancellation`() {
    let source = InventedContents(["a": .success("A")], folders: ["f": ["a", "a", "a"]])
    let reader = ContentReader(source, threads: 1)
    let outcomes = reader.read(
      [.file("a"), .file("a"), .folder("f"), .text("t")], isCancelled: { source.ended.count >= 3 })
    #expect(
      texts(outcomes) == [
        .success("A"), .success("A"), .failure(.cancelled), .failure(.cancelled),
      ])
    #expect(source.begun.count == 3)
    let none = reader.read([.file("a"), .text("t")], isCancelled: { true })
    #expect(texts(none) == [.failure(.cancelled), .failure(.cancelled)])
  }

  @Test(
    arguments: [
      (.missing, "no such file"), (.binary, "a binary file"), (.folder, "a folder, not a file"),
      (.noFolder, "not a folder"), (.special, "not a regular file"),
      (.tooLarge(limit: 64_000_000), "larger than 64 MB"),
      (.tooLarge(limit: 10), "larger than 10 bytes"),
      (.tooLarge(limit: 0), "larger than 0 bytes"),
      (.noTextFiles, "a folder without text files"), (.cancelled, "interrupted"),
      (.unreadable("permission denied"), "permission denied"),
      (.part(path: "a/b", reason: "permission denied"), "a/b: permission denied"),
    ] as [(ContentFailure, String)])
  func `every failure has a short message`(failure: ContentFailure, reason: String) {
    #expect(failure.reason == reason)
  }
}
