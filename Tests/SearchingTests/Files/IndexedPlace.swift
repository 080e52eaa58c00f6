import Corpora
import Indexing
import System
import TestSupport
import Testing

@testable import Searching

/// A folder tree to search, and a folder for stored indexes.
struct IndexedPlace {
  let folder: ScratchFolder
  let tree: String
  let store: IndexStore
  let sizes: IndexSizes

  init(_ random: inout SeededGenerator, _ formats: FileTreeTests.Formats = .all) throws {
    let folder = try ScratchFolder()
    let tree = try FileTreeTests.tree(in: folder, "tree", &random, formats)
    self.init(folder, tree, &random)
  }

  /// Uses an existing folder of files, and indexes it in small blocks.
  init(_ folder: ScratchFolder, _ tree: String, _ random: inout SeededGenerator) {
    self.folder = folder
    self.tree = tree
    var sizes = IndexSizes()
    sizes.block = 16 + random.below(100)
    sizes.strip = 64 + random.below(2_000)
    sizes.settledAfter = 1
    store = IndexStore(path: folder.path + "/indexes", sizes: sizes)
    self.sizes = sizes
  }

  /// The folder that contains the files of the index.
  func indexFolder() throws -> String { try #require(store.all().first?.folder) }

  @discardableResult
  func build(_ options: LoadOptions = LoadOptions()) throws -> IndexBuildReport {
    try folder.waitForTick()
    let root = try #require(Platform.resolved(tree))
    let report = try store.build(
      root, options: options, optionWords: [], threads: 2, progress: IndexBuildProgress(),
      isCancelled: { false })
    // Changes after the build must get later timestamps than the build.
    try folder.waitForTick()
    return try #require(report)
  }
}
