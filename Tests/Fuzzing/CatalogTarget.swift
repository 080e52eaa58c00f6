internal import Corpora
internal import SQLite
internal import System
internal import TestSupport

@testable internal import Cataloguing

extension FuzzTarget {
  /// An input lists changes to the file of a small catalog.
  ///
  /// Each change consists of an offset of three bytes, a count, and the bytes to write at the
  /// offset. The first byte can shorten the file.
  static let catalog = FuzzTarget(
    name: "catalog", oracle: "a damaged file is an error or gives items; an intact one, all items"
  ) { input in
    var input = input
    var bytes = template
    if input.flag() { bytes.removeLast(min(bytes.count, (1 + Int(input.byte())) * 100)) }
    while !input.isEmpty, !bytes.isEmpty {
      let place = Int(input.byte()) << 16 | Int(input.byte()) << 8 | Int(input.byte())
      for offset in 0..<(1 + input.number(below: 8)) {
        bytes[(place + offset) % bytes.count] = input.byte()
      }
    }
    let file = newFile()
    FuzzFile.write(bytes, toPath: file.path)
    let count = attempt { () throws(CatalogError) in try readAll(file) }
    if bytes == template { expectEqual(count, names.count, "items of the intact file") }
    _ = attempt { () throws(CatalogError) in try change(file) }
    // After SQLite has changed a damaged file, reading it must still succeed or throw an error.
    _ = attempt { () throws(CatalogError) in try readAll(file) }
  }
}

private let names = [
  "whale", "lion", "Köln", "a long text " + String(repeating: "of the sea ", count: 400),
]

/// The bytes of an intact catalog.
private let template: [UInt8] = {
  let file = newFile()
  do {
    try file.create()
    let store = try CatalogStore(file, access: .write)
    let items = names.enumerated().map { number, name in
      var item = CatalogItem(id: "item \(number)", domain: "a.b")
      item.attributes.title = name
      return item
    }
    let contents = [ContentReader.Outcome?](repeating: nil, count: items.count)
    _ = try store.batch { (writer) throws(CatalogError) in
      try store.write(items[...], contents: contents, writer)
    }
  } catch {
    fail("\(error)")
  }
  // Closing the store above has moved the write-ahead log into the file.
  guard let bytes = TestFile.bytes(file.path) else { fail("there is no file \(file.path)") }
  return bytes
}()

/// Removes the files of an earlier catalog, and returns the file of a new catalog.
private func newFile() -> CatalogFile {
  do throws(CatalogError) {
    let file = try CatalogFile("c", in: FuzzFile.folder)
    for suffix in ["", "-wal", "-shm", "-journal"] { _ = Platform.remove(file.path + suffix) }
    return file
  } catch {
    fail("\(error)")
  }
}

/// The result of `body`; if `body` throws, checks that the error has a message and returns nil.
private func attempt<R>(_ body: () throws(CatalogError) -> R) -> R? {
  do throws(CatalogError) { return try body() } catch {
    expect(!error.message.isEmpty, "no message for \(error)")
    return nil
  }
}

private func readAll(_ file: CatalogFile) throws(CatalogError) -> Int {
  let store = try CatalogStore(file, access: .read)
  _ = try store.status(now: 1)
  _ = try store.sources()
  let open = OpenCatalog(store, try store.load(now: 1))
  _ = try open.update(now: 2)
  for record in 0..<open.corpus.count {
    if let id = try open.id(of: RecordID(UInt64(record))) { _ = try store.facts(ofID: id) }
  }
  return open.corpus.count
}

private func change(_ file: CatalogFile) throws(CatalogError) {
  let store = try CatalogStore(file, access: .write)
  _ = try store.delete(ids: ["item 1"])
  _ = try store.purgeExpired(now: 5)
  _ = try store.deleteAll()
}
