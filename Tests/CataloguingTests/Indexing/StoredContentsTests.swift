import Cataloguing
import TestSupport
import Testing
import UnicodeText

@Suite struct StoredContentsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func read(
    _ contents: CatalogItem.Content..., limit: Int = ContentReader.defaultLimit
  ) -> [Result<String, ContentFailure>] {
    ContentReader(limit: limit).read(contents).map { outcome in
      outcome.map { $0.withSpan { String(decoding: $0) } }
    }
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  @Test func `files are read as text`() throws {
    try folder.write("\u{FEFF}naïve\r\ncafé\n", to: "text")
    try folder.write([0x61, 0xFF, 0x62], to: "broken")
    try folder.write("", to: "empty")
    try folder.run("printf packed | gzip > packed.gz; ln -s text link; touch 'a b\\n'")
    let found = read(
      .file(path("text")), .file(path("broken")), .file(path("empty")), .file(path("packed.gz")),
      .file(path("link")))
    #expect(
      found == [
        .success("naïve\ncafé\n"), .success("a\u{FFFD}b"), .success(""), .success("packed"),
        .success("naïve\ncafé\n"),
      ])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a file that is not text is reported with the reason`() throws {
    try folder.write([0x61, 0, 0x62], to: "binary")
    try folder.write("12345", to: "five")
    try folder.write("x", to: "a")
    try folder.run("mkfifo pipe; mkdir folder; ln -s none gone; ln -s loop loop")
    try folder.run("printf packed | gzip | head -c 20 > cut.gz")
    let found = read(
      .file(path("none")), .file(path("gone")), .file(path("five/x")), .file(path("binary")),
      .file(path("folder")), .file(path("pipe")), .file("/dev/null"), .file(path("loop")),
      .file(path("five")), .file(path("cut.gz")), .file(path("a") + "\0b"),
      .file(""), limit: 4)
    #expect(
      found.prefix(11) == [
        .failure(.missing), .failure(.missing), .failure(.missing), .failure(.binary),
        .failure(.folder), .failure(.special), .failure(.special),
        .failure(.unreadable("too many symbolic links")), .failure(.tooLarge(limit: 4)),
        .failure(.unreadable("damaged gzip data")), .failure(.missing),
      ])
    #expect(throws: ContentFailure.self) { try found[11].get() }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a folder is read as one text`() throws {
    try folder.write("B", to: "f/b")
    try folder.write("A\n", to: "f/a")
    try folder.write("C", to: "f/sub/c")
    try folder.write([0], to: "f/binary")
    try folder.write("hidden", to: "f/.hidden")
    try folder.write([0], to: "g/binary")
    try folder.write("x", to: "file")
    try folder.run("mkfifo f/pipe; ln -s .. f/link; mkdir empty")
    let found = read(
      .folder(path("f")), .folder(path("f/")), .folder(path("g")), .folder(path("empty")),
      .folder(path("file")), .folder(path("none")), .folder(path("f") + "\0"))
    #expect(
      found == [
        .success("A\n\nB\nC"), .success("A\n\nB\nC"), .failure(.noTextFiles),
        .failure(.noTextFiles), .failure(.noFolder), .failure(.missing), .failure(.missing),
      ])
    #expect(read(.folder(path("f")), limit: 6) == [.success("A\n\nB\nC")])
    #expect(read(.folder(path("f")), limit: 5) == [.failure(.tooLarge(limit: 5))])
  }

  @Test func `many files are read on all processors`() throws {
    try folder.run("for i in $(seq 200); do echo $i > $i; done")
    let contents = (1...200).map { CatalogItem.Content.file(path("\($0)")) }
    let texts = ContentReader(threads: 8).read(contents).map { outcome in
      outcome.map { $0.withSpan { String(decoding: $0) } }
    }
    #expect(texts == (1...200).map { .success("\($0)\n") })
  }
}
