import Corpora
import Indexing
import System
import TestSupport
import Testing

@testable import Searching

/// Damages every byte of a small index, and truncates its files to every length.
@Suite struct StoredIndexDamageTests {
  /// A small index, and the bytes of its files.
  private struct Small {
    let place: IndexedPlace
    let folder: String
    let files: [(path: String, bytes: [UInt8])]

    init() throws {
      var random = SeededGenerator(seed: 81)
      let scratch = try ScratchFolder()
      let tree = scratch.path + "/tree"
      for (name, text) in [
        ("a.txt", "alpha one\nbeta two\n"), ("t.csv", "name,note\nalpha,1\n\"be\nta\",2\n"),
        ("b/j.jsonl", "{\"a\": \"alpha\"}\n{\"b\": \"beta\"}\n"),
      ] {
        try scratch.write(text, to: "tree/" + name)
      }
      place = IndexedPlace(scratch, tree, &random)
      try place.build()
      folder = try place.indexFolder()
      let paths = [folder + "/tree", folder + "/blocks-1"]
      files = try paths.map { ($0, try #require(TestFile.bytes($0))) }
    }

    /// Whether the index is refused with a reason.
    func isRefused() -> Bool {
      do throws(IndexFault) {
        let index = try StoredIndex(folder)
        try index.verifyChecksums()
        return false
      } catch {
        return true
      }
    }

    /// How many mappings of the index files this process has; `nil` if the system does not list
    /// mappings.
    var mappings: Int? {
      guard let maps = TestFile.bytes("/proc/self/maps") else { return nil }
      return String(decoding: maps, as: UTF8.self).split(separator: "\n").count {
        $0.contains(folder)
      }
    }

    /// Expects that a search of the tree still finds the same rows as without an index.
    func expectRight(_ right: FoundAnswer, _ what: String) throws {
      let source = try FileSource(
        [place.tree], options: LoadOptions(), indexes: IndexChoice(place.store))
      #expect(try FoundAnswer(source, Query("alpha")) == right, "\(what)")
    }
  }

  @Test func `an index with any changed byte is refused`() throws {
    let small = try Small()
    let right = try FoundAnswer(FileSource([small.place.tree]), Query("alpha"))
    #expect(right.rows.count == 3)
    #expect(!small.isRefused())
    let step = Effort.size(11, thorough: 1)
    for (path, bytes) in small.files {
      var damaged = bytes
      for byte in stride(from: 0, to: bytes.count, by: step) {
        damaged[byte] ^= 1 << UInt8(byte / step & 7)
        try TestFile.write(damaged, to: path)
        #expect(small.isRefused(), "byte \(byte) of \(path)")
        if byte % (step * 64) == 0 { try small.expectRight(right, "byte \(byte) of \(path)") }
        damaged[byte] = bytes[byte]
      }
      try TestFile.write(bytes, to: path)
      #expect(!small.isRefused())
      #expect(small.mappings ?? 0 == 0, "a refused index is unmapped")
    }
  }

  @Test func `a truncated or extended index is refused`() throws {
    let small = try Small()
    let right = try FoundAnswer(FileSource([small.place.tree]), Query("alpha"))
    let step = Effort.size(23, thorough: 1)
    for (path, bytes) in small.files {
      for count in stride(from: 0, to: bytes.count, by: step) {
        try TestFile.write(Array(bytes[..<count]), to: path)
        #expect(small.isRefused(), "\(count) bytes of \(path)")
        if count % (step * 64) == 0 { try small.expectRight(right, "\(count) bytes of \(path)") }
      }
      for count in [1, 4_095, 4_096] {
        try TestFile.write(bytes + [UInt8](repeating: 0, count: count), to: path)
        #expect(small.isRefused(), "\(count) more bytes in \(path)")
      }
      try TestFile.write(bytes, to: path)
      #expect(!small.isRefused())
      #expect(small.mappings ?? 0 == 0, "a refused index is unmapped")
    }
  }

  @Test func `files of two indexes that were mixed up are refused or not used`() throws {
    let (one, other) = (try Small(), try Small())
    let right = try FoundAnswer(FileSource([one.place.tree]), Query("alpha"))
    // The `tree` file of another index names another root folder.
    try TestFile.write(other.files[0].bytes, to: one.files[0].path)
    try one.expectRight(right, "the tree of another index")
    // The header of a `blocks` file shows that it is not a `tree` file.
    try TestFile.write(one.files[1].bytes, to: one.files[0].path)
    #expect(one.isRefused())
    try one.expectRight(right, "blocks as a tree")
  }
}
