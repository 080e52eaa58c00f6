import Corpora
import Indexing
import System
import TestSupport
import Testing

@testable import Searching

/// A tree of files, and a folder for indexes.
struct IndexedPlace {
  let folder: ScratchFolder
  let tree: String
  let store: IndexStore
  let sizes: IndexSizes

  init(_ random: inout SeededGenerator, hasOnlyLines: Bool = false) throws {
    folder = try ScratchFolder()
    tree = try FileTreeTests.tree(in: folder, "tree", &random, hasOnlyLines: hasOnlyLines)
    var sizes = IndexSizes()
    sizes.block = 16 + random.below(100)
    sizes.strip = 64 + random.below(2_000)
    sizes.settledAfter = 1
    store = IndexStore(path: folder.path + "/indexes", sizes: sizes)
    self.sizes = sizes
  }

  /// The folder of the files of the index.
  func indexFolder() throws -> String { try #require(store.all().first?.folder) }

  /// Waits until a later change gives a file another stamp than any change before.
  func waitForTick() throws {
    let path = folder.path + "/tick"
    func now() throws -> Int64 {
      Platform.remove(path)
      try Platform.makePrivateFile(path)
      return try FileStatus(of: path).stamp.changed
    }
    let first = try now()
    while try now() <= first {}
  }

  @discardableResult
  func build(_ options: LoadOptions = LoadOptions()) throws -> IndexBuildReport {
    try waitForTick()
    let root = try #require(Platform.resolved(tree))
    let report = try store.build(
      root, options: options, optionWords: [], threads: 2, progress: IndexBuildProgress(),
      isCancelled: { false })
    // A change after the build must be in another tick than the build.
    try waitForTick()
    return try #require(report)
  }
}
