import Corpora
import Indexing
import System
import TestSupport
import Testing

@testable import Searching

/// Tests damaged indexes, killed builds, and changes of a file that do not change its timestamp.
@Suite struct StoredIndexFaultTests {
  @Test func `damage to any byte of an index is detected or does not matter`() throws {
    var random = SeededGenerator(seed: 67)
    let place = try IndexedPlace(&random)
    try place.build()
    let folder = try place.indexFolder()
    let query = Query("alpha")
    let right = try FoundAnswer(FileSource([place.tree]), query)
    #expect(!right.rows.isEmpty)
    var found = 0
    func check(_ what: String) throws {
      let source = try FileSource(
        [place.tree], options: LoadOptions(), indexes: IndexChoice(place.store))
      #expect(try FoundAnswer(source, query) == right, "\(what)")
      let report = try source.stream(
        CompiledQuery(query), StreamRequest(), .never, render: { $0.count },
        deliver: { _ in true })
      if !report.indexNotes.isEmpty { found += 1 }
    }
    for name in ["tree", "blocks-1"] {
      let path = folder + "/" + name
      let bytes = try #require(TestFile.bytes(path))
      // Change every used byte of the header, and some bytes of each later page.
      let step = Effort.size(bytes.count / 150, thorough: 7)
      let places =
        Array(0..<200) + [4_092, 4_095] + Array(stride(from: 200, to: bytes.count, by: step))
      for byte in places {
        var damaged = bytes
        damaged[byte] ^= UInt8(1 << random.below(8))
        try TestFile.write(damaged, to: path)
        try check("byte \(byte) of \(name)")
      }
      for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
        try TestFile.write(Array(bytes[..<count]), to: path)
        try check("\(count) bytes of \(name)")
      }
      try TestFile.write(bytes, to: path)
    }
    #expect(found > 300)
    try Platform.removeIfThere(folder + "/blocks-1")
    try check("without blocks")
    try place.build()
    try check("built again")
  }

  @Test func `verifying an index finds a file change that did not affect the timestamp`() throws {
    var random = SeededGenerator(seed: 69)
    let place = try IndexedPlace(&random)
    try place.folder.write("alpha one\n", to: "tree/quiet.txt")
    try place.build()
    func verify() throws -> IndexVerification {
      let index = try place.store.all()[0].index.get()
      return try #require(try index.verify(threads: 2, sizes: place.sizes, isCancelled: { false }))
    }
    let before = try verify()
    #expect(before.unseenChanges.isEmpty)
    #expect(before.otherFiles == 0)
    // A test cannot change a file without changing its timestamp, so change what the index records
    // about the content of one file.
    let tree = try place.indexFolder() + "/tree"
    var bytes = try #require(TestFile.bytes(tree))
    let files = IndexFileBytes.section(4, of: bytes).lowerBound
    bytes[files + 60] ^= 1
    IndexFileBytes.seal(&bytes)
    try TestFile.write(bytes, to: tree)
    let after = try verify()
    #expect(after.unseenChanges.count == 1)
    #expect(after.sameFiles == before.sameFiles - 1)
    // A file with a new timestamp is searched without the index, so verifying does not report it as
    // an unseen change.
    try place.folder.write("alpha two\n", to: "tree/quiet.txt")
    #expect(try verify().otherFiles == 1)
  }

  @Test func `impossible numbers with correct checksums are handled as damage, without overflow`()
    throws
  {
    var random = SeededGenerator(seed: 73)
    let query = Query("alpha")
    // Overwrite the number of lines of each file, its number of text bytes, and the number of lines
    // before each block.
    for (name, section, size, offset) in [
      ("tree", 4, 80, 48), ("tree", 4, 80, 72), ("blocks-1", 2, 24, 8),
    ] {
      let place = try IndexedPlace(&random)
      try place.build()
      let right = try FoundAnswer(FileSource([place.tree]), query)
      let path = try place.indexFolder() + "/" + name
      var bytes = try #require(TestFile.bytes(path))
      let entries = IndexFileBytes.section(section, of: bytes)
      for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: size) {
        for byte in 0..<8 { bytes[entry + offset + byte] = 0xFF }
      }
      IndexFileBytes.seal(&bytes)
      try TestFile.write(bytes, to: path)
      let source = try FileSource(
        [place.tree], options: LoadOptions(), indexes: IndexChoice(place.store))
      #expect(try FoundAnswer(source, query) == right, "\(name), \(offset)")
      try place.build()
    }
  }

  @Test(arguments: [0, UInt8(ascii: "."), UInt8(ascii: "/")])
  func `names that lead outside the tree are handled as damage, without endless loops`(byte: UInt8)
    throws
  {
    var random = SeededGenerator(seed: 74)
    let place = try IndexedPlace(&random)
    try place.folder.write("alpha\n", to: "tree/sub/inner/file.txt")
    try place.build()
    let query = Query("alpha")
    let right = try FoundAnswer(FileSource([place.tree]), query)
    let path = try place.indexFolder() + "/tree"
    var bytes = try #require(TestFile.bytes(path))
    for index in IndexFileBytes.section(3, of: bytes) where bytes[index] != 0 {
      bytes[index] = byte
    }
    IndexFileBytes.seal(&bytes)
    try TestFile.write(bytes, to: path)
    let source = try FileSource(
      [place.tree], options: LoadOptions(), indexes: IndexChoice(place.store))
    #expect(try FoundAnswer(source, query) == right)
  }

  @Test func `a build never reuses the name of a blocks file`() throws {
    var random = SeededGenerator(seed: 71)
    let place = try IndexedPlace(&random)
    try place.build()
    let folder = try place.indexFolder()
    let tree = try #require(TestFile.bytes(folder + "/tree"))
    // Empty a file of the index, so that the build starts from scratch. Then simulate a build that
    // is killed before it replaces the `tree` file.
    try TestFile.write([], to: folder + "/blocks-1")
    try place.folder.write("alpha and more\n", to: "tree/a0.txt")
    try place.build()
    try TestFile.write(tree, to: folder + "/tree")
    let query = Query("alpha")
    let source = try FileSource(
      [place.tree], options: LoadOptions(), indexes: IndexChoice(place.store))
    #expect(try FoundAnswer(source, query) == FoundAnswer(FileSource([place.tree]), query))
    let names = try #require(Platform.names(inDirectory: folder))
    #expect(names.contains("blocks-2"))
  }

  @Test func `an index is neither built nor removed while a process builds it`() throws {
    var random = SeededGenerator(seed: 72)
    let place = try IndexedPlace(&random)
    try place.build()
    let folder = try place.indexFolder()
    let lock = try LockFile.opened(folder + "/lock", isForReading: false)
    let isLocked = try lock.locks(folder + "/lock")
    #expect(isLocked)
    func isBusy(_ body: () throws -> Void) -> Bool {
      do {
        try body()
        return false
      } catch IndexStore.BuildFailure.busy {
        return true
      } catch {
        return false
      }
    }
    #expect(isBusy { try place.build() })
    #expect(isBusy { try IndexStore.remove(folder) })
    let isThere = lock.isFile(at: folder + "/lock")
    #expect(isThere)
    lock.clear()
    _ = consume lock
    try IndexStore.remove(folder)
    #expect(place.store.all().isEmpty)
    #expect(!Platform.exists(folder))
  }
}
