import Corpora
import TestSupport
import Testing

@testable import Cataloguing

/// A folder with a catalogue in it, files to be indexed, and a clock that stands still.
final class Shelf {
  final class Clock {
    var time = 1_800_000_000
  }

  let folder: ScratchFolder
  let file: CatalogFile
  let clock = Clock()

  init(_ name: String = "test") throws {
    folder = try ScratchFolder()
    file = try CatalogFile(name, in: folder.path + "/catalogs")
    try file.create()
  }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  func write(_ name: String, _ text: String) throws { try folder.write(text, to: name) }

  func store() throws -> CatalogStore { try CatalogStore(file, access: .write) }

  func indexer(batch: Int = 2) throws -> Indexer {
    var environment = Indexer.Environment(now: { [clock] in clock.time }, wait: { _ in })
    environment.batch = batch
    return Indexer(try store(), environment)
  }

  func open() throws -> OpenCatalog {
    let store = try store()
    return OpenCatalog(store, try store.load(now: clock.time))
  }
}
