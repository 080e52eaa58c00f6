import Corpora
import SQLite
import System
import TestSupport
import Testing
import UnicodeText

@testable import Cataloguing

extension Shelf {
  /// Reads all rows, and writes an image of the items.
  @discardableResult
  func writeImage(threads: Int = 2) throws -> CatalogSnapshot {
    let open = try open()
    let image = try #require(open.neededImage(minimumBytes: 0))
    try write(image)
    open.adopt(image)
    return open.snapshot
  }

  func write(_ image: NewCatalogImage) throws {
    let isWritten = try image.write(
      fold: { $0.folded($1, threads: 1, isCancelled: { false }) }, isCancelled: { false })
    #expect(isWritten)
  }

  /// Replaces the bytes of the image file, and makes the changed file the catalog's current image.
  func replaceImage(by bytes: [UInt8]) throws {
    try TestFile.write(bytes, to: file.imagePath)
    let store = try store()
    try store.adoptImage(try #require(try store.meta(CatalogImage.Key.id)))
  }

  /// Opens the catalog from its image if possible.
  func openStored() throws -> OpenCatalog { try store().open(now: clock.time) }
}

@Suite struct ImageTests {
  /// A catalog with 500 expiring items that were written directly, and with the items of two files.
  private func shelf() throws -> Shelf {
    let shelf = try Shelf()
    try Shelf.write(500, "Älpha STRAẞE", shelf.store(), expires: shelf.clock.time + 5)
    try shelf.write("a.csv", "k,name,note\n1,Ünal,\"two\nlines\"\n2,plain,\n3,x,y\n")
    try shelf.write("b.txt", "lower case\nMore Lines\n")
    _ = try shelf.indexer().add([shelf.path("a.csv")], options: SourceOptions())
    _ = try shelf.indexer().add([shelf.path("b.txt")], options: SourceOptions())
    return shelf
  }

  /// Expects that opening the catalog gives the items in its database rows; returns whether it was
  /// opened from its image.
  @discardableResult
  private func expectRight(_ shelf: Shelf, _ what: String = "") throws -> Bool {
    let rows = try shelf.open().snapshot
    let open = try shelf.openStored()
    #expect(isSame(open.snapshot, rows), "\(what)")
    guard let text = open.stored else { return false }
    let folded = text.corpus.folded(text.folded.folding, threads: 1, isCancelled: { false })
    let same = zip(try #require(folded).segments, text.folded.segments).allSatisfy { a, b in
      a.count == b.count && a.isASCII == b.isASCII && a.mayJoinForward == b.mayJoinForward
        && a.text.withSpan { a in b.text.withSpan { b in Kernels.areEqual(a, b) } }
        && (0..<a.count).allSatisfy { a.bounds(of: $0) == b.bounds(of: $0) }
    }
    #expect(same, "\(what)")
    return true
  }

  @Test func `an image opens with the same items and folded text`() throws {
    let shelf = try shelf()
    #expect(try !expectRight(shelf))
    let written = try shelf.writeImage()
    #expect(written.corpus.count > 480)
    #expect(try expectRight(shelf))
    #expect(try isSame(shelf.openStored().snapshot, written))
    #expect(Platform.status(of: shelf.file.imagePath)?.permissions == 0o600)
  }

  @Test func `a catalog with little or no text needs no image`() throws {
    let shelf = try Shelf()
    #expect(try shelf.open().neededImage(minimumBytes: 0) == nil)
    try Shelf.write(3, "alpha", shelf.store())
    #expect(try shelf.open().neededImage() == nil)
    #expect(try shelf.open().neededImage(minimumBytes: 0) != nil)
  }

  @Test func `later changes are applied to the items of an image`() throws {
    let shelf = try shelf()
    try shelf.writeImage()
    let store = try shelf.store()
    _ = try store.delete(ids: (0..<40).map { "k\($0 * 3)" })
    #expect(try expectRight(shelf, "deleted"))
    try store.batch { (writer) throws(CatalogError) in
      let origin = try store.origin(domain: "d", source: nil, path: "")
      for id in ["k1", "k200", "new 1", "new 2"] {
        writer.begin(origin: origin, line: 0, expires: nil)
        try writer.set(.title, Array("changed \(id)".utf8).span)
        _ = try writer.end(id: Array(id.utf8).span)
      }
    }
    #expect(try expectRight(shelf, "replaced and added"))
    shelf.clock.time += 10
    #expect(try expectRight(shelf, "expired"))
    shelf.clock.time -= 10
    try expectRight(shelf, "with the clock set back")
    let open = try shelf.openStored()
    #expect(open.neededImage(minimumBytes: 1 << 20) == nil)
    _ = try store.deleteAll()
    #expect(Platform.isMissing(shelf.file.imagePath))
    #expect(try !expectRight(shelf, "all deleted"))
  }

  @Test func `an attribute that comes first in a new corpus makes all rows be read`() throws {
    let shelf = try Shelf()
    let store = try shelf.store()
    try store.batch { (writer) throws(CatalogError) in
      writer.begin(
        origin: try store.origin(domain: "", source: nil, path: ""), line: 0, expires: nil)
      try writer.set(AttributeName("note"), Array("a note".utf8).span)
      _ = try writer.end(id: Array("a".utf8).span)
    }
    try shelf.writeImage()
    #expect(try expectRight(shelf))
    let open = try shelf.openStored()
    try Shelf.write(1, "a title", shelf.store())
    #expect(try !expectRight(shelf))
    // An update appends the field `title`, but a newly loaded corpus has it first. Therefore, the
    // updated corpus cannot be written as an image.
    #expect(try open.update(now: shelf.clock.time))
    #expect(open.neededImage(minimumBytes: 0) == nil)
  }

  @Test func `an image of another state, catalog or version is not used`() throws {
    let shelf = try shelf()
    try shelf.writeImage()
    let first = try #require(TestFile.bytes(shelf.file.imagePath))
    // The database of the backup does not record the image that is written later.
    try shelf.folder.run(
      "sqlite3 \"$1\" \"VACUUM INTO '$2'\"", shelf.file.path, shelf.path("backup"))
    _ = try shelf.store().delete(ids: ["k7"])
    try shelf.writeImage()
    let second = try #require(TestFile.bytes(shelf.file.imagePath))
    try shelf.replaceImage(by: first)
    #expect(try !expectRight(shelf, "an older image"))
    try shelf.replaceImage(by: second)
    #expect(try expectRight(shelf))
    try shelf.folder.run("rm -f \"$1\"-*; cp \"$2\" \"$1\"", shelf.file.path, shelf.path("backup"))
    #expect(try !expectRight(shelf, "a restored backup"))
    try shelf.replaceImage(by: first)
    #expect(try expectRight(shelf, "the image of the backup"))
    // The image contains paths that include the name of its catalog.
    let other = try CatalogFile("other", in: shelf.file.folder)
    try shelf.folder.run("cp \"$1\" \"$2\"", shelf.file.path, other.path)
    try shelf.folder.run("cp \"$1\" \"$2\"", shelf.file.imagePath, other.imagePath)
    #expect(try CatalogStore(other, access: .write).open(now: 0).stored == nil)
    try other.drop()
    #expect(Platform.isMissing(other.imagePath))
  }

  @Test func `a damaged, truncated or missing image is not used`() throws {
    let shelf = try shelf()
    let written = try shelf.writeImage()
    let bytes = try #require(TestFile.bytes(shelf.file.imagePath))
    func isUsed() throws -> Bool {
      let open = try shelf.openStored()
      #expect(isSame(open.snapshot, written))
      return open.stored != nil
    }
    var damaged = bytes
    let step = Effort.size(149, thorough: 1)
    for byte in stride(from: 0, to: bytes.count, by: step) {
      damaged[byte] ^= 1 << UInt8(byte / step & 7)
      try shelf.replaceImage(by: damaged)
      #expect(try !isUsed(), "byte \(byte)")
      damaged[byte] = bytes[byte]
    }
    for count in stride(from: 0, to: bytes.count, by: Effort.size(1_021, thorough: 1)) {
      try shelf.replaceImage(by: Array(bytes[..<count]))
      #expect(try !isUsed(), "\(count) bytes")
    }
    Platform.remove(shelf.file.imagePath)
    #expect(try !isUsed())
    try shelf.replaceImage(by: bytes)
    #expect(try isUsed())
  }

  @Test func `an image that was copied or written after its adoption is not used`() throws {
    for script in [
      "cp -p \"$1\" \"$1.x\" && mv \"$1.x\" \"$1\"",
      "printf x | dd of=\"$1\" bs=1 seek=9000 conv=notrunc 2> /dev/null",
    ] {
      let shelf = try shelf()
      try shelf.writeImage()
      #expect(try expectRight(shelf))
      try shelf.folder.run(script, shelf.file.imagePath)
      #expect(try !expectRight(shelf, "\(script)"))
    }
  }

  @Test func `if an image in use becomes shorter, all rows are read`() throws {
    let shelf = try shelf()
    let written = try shelf.writeImage()
    let open = try shelf.openStored()
    #expect(open.stored != nil && !open.hasLostText)
    try shelf.folder.run("truncate -s 4096 \"$1\"", shelf.file.imagePath)
    _ = open.corpus.withRecord(RecordID(0)) { $0.count }
    let text = open.corpus.segments[0].text
    #expect((0..<text.count).allSatisfy { text[$0] == 0 })
    #expect(open.hasLostText)
    #expect(try open.update(now: shelf.clock.time))
    #expect(!open.hasLostText && open.stored == nil)
    #expect(isSame(open.snapshot, written))
  }

  @Test func `the files of images that were not finished are removed`() throws {
    let shelf = try shelf()
    let left = shelf.file.imagePath + "-17.new"
    try TestFile.write([1, 2, 3], to: left)
    let open = try shelf.open()
    let image = try #require(open.neededImage(minimumBytes: 0))
    let isWritten = try image.write(
      fold: { $0.folded($1, threads: 1, isCancelled: { false }) }, isCancelled: { true })
    #expect(!isWritten)
    let files = try Platform.names(in: shelf.file.folder).map(\.text).filter {
      $0.contains("image")
    }
    #expect(files.isEmpty)
    try shelf.write(image)
    // The image is not used before its id is stored.
    #expect(try shelf.openStored().stored == nil)
    open.adopt(image)
    #expect(try expectRight(shelf))
  }

  @Test func `an image is not adopted while another process writes, and nobody waits`() throws {
    let shelf = try shelf()
    let open = try shelf.open()
    let image = try #require(open.neededImage(minimumBytes: 0))
    try shelf.write(image)
    let writer = try shelf.store()
    try writer.beginBatch()
    open.adopt(image)
    writer.abandonBatch()
    #expect(try shelf.openStored().stored == nil)
    open.adopt(image)
    #expect(try shelf.openStored().stored != nil)
  }

  @Test func `rows that were edited by hand are read again`() throws {
    let shelf = try shelf()
    try shelf.writeImage()
    let open = try shelf.openStored()
    let database = try shelf.database()
    try database.execute("UPDATE items SET title = 'by hand' WHERE id = 'k7'")
    try database.execute(
      """
      UPDATE meta SET value = (SELECT value FROM meta WHERE key = 'generation') + 1
      WHERE key IN ('generation', 'oldest_generation')
      """)
    #expect(try !expectRight(shelf))
    #expect(try open.update(now: shelf.clock.time))
    #expect(try isSame(open.snapshot, shelf.open().snapshot))
  }

  @Test func `a program can write an image, and its snapshots stay the same`() async throws {
    let shelf = try Shelf()
    let catalog = try shelf.catalog()
    #expect(try await !catalog.writeImage())
    let items = (0..<90).map { number in
      CatalogItem(
        id: "item \(number)",
        attributes: ItemAttributes(title: String(repeating: "Größe \(number) ", count: 5_000)))
    }
    try await catalog.index(items)
    #expect(try await catalog.writeImage())
    #expect(try await !catalog.snapshot().items.isEmpty)
    #expect(try expectRight(shelf))
    let other = try shelf.catalog()
    let snapshot = try await other.snapshot()
    #expect(snapshot.corpus.segments.allSatisfy { $0.text.isBorrowed })
    #expect(try await !other.writeImage())
    try await other.delete(ids: ["item 3"])
    #expect(try await isSame(other.snapshot(), shelf.open().snapshot))
    try shelf.folder.run("truncate -s 4096 \"$1\"", shelf.file.imagePath)
    _ = snapshot.corpus.text(of: RecordID(0), field: 0)
    #expect(try await isSame(other.snapshot(), shelf.open().snapshot))
    try await other.beginBatch()
    await #expect(throws: CatalogError.batch(isOpen: true)) { try await other.writeImage() }
    await other.cancelBatch()
    #expect(try await other.writeImage())
    #expect(try expectRight(shelf))
    try await other.setOn(false)
    #expect(Platform.isMissing(shelf.file.imagePath))
  }
}
