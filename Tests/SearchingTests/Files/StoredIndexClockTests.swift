import Corpora
import Indexing
import System
import TestSupport
import Testing

@testable import Searching

/// Tests file timestamps that are unreliable because of the clock or the file system.
@Suite struct StoredIndexClockTests {
  private static let second: Int64 = 1_000_000_000

  private static func stamp(_ modified: Int64, _ changed: Int64) -> FileStamp {
    FileStamp(
      identity: FileIdentity(device: 1, inode: 2), size: 3, modified: modified, changed: changed)
  }

  @Test func `a stamp is trusted only if it is older than the longest tick of a file system`() {
    let now = 1_700_000_000 * Self.second
    let tick = IndexSizes().settledAfter
    #expect(tick == 2 * Self.second)
    for modified in [0, now - tick - 1, now - tick, now - 1, now, now + 1, Int64.max] {
      for changed in [0, now - tick - 1, now - tick, now - 1, now, now + 1, Int64.max] {
        let isOld = modified < now - tick && changed < now - tick
        #expect(Self.stamp(modified, changed).isSettled(at: now, tick: tick) == isOld)
      }
    }
  }

  /// If the clock is coarse, a file can be written twice with equal timestamps.
  ///
  /// The index must not rely on such a timestamp.
  @Test(arguments: [1, 4_000_000, 1_000_000_000, 2_000_000_000])
  func `with any file system tick, a change that the stamp does not show is in an unindexed file`(
    tick: Int64
  ) {
    var random = SeededGenerator(seed: 82)
    let longest = IndexSizes().settledAfter
    for _ in 0..<Effort.size(2_000, thorough: 200_000) {
      let first = Int64(random.below(8_000_000_000))
      let read = first + Int64(random.below(6_000_000_000))
      let second = read + Int64(random.below(3_000_000_000))
      func stamped(_ time: Int64) -> FileStamp {
        Self.stamp(time / tick * tick, time / tick * tick)
      }
      if stamped(first).isSettled(at: read, tick: longest) {
        #expect(stamped(second) != stamped(first), "\(first), \(read), \(second)")
      }
    }
  }

  /// Builds the index of two files, one of which has the modification time `modified`.
  private static func place(_ modified: Int64) throws -> (IndexedPlace, IndexBuildReport) {
    var random = SeededGenerator(seed: 83)
    let folder = try ScratchFolder()
    try folder.write("alpha one\n", to: "tree/doubtful.txt")
    try folder.write("alpha two\n", to: "tree/usual.txt")
    TestFile.setModified(folder.path + "/tree/doubtful.txt", modified)
    let place = IndexedPlace(folder, folder.path + "/tree", &random)
    return (place, try place.build())
  }

  private static func search(_ place: IndexedPlace) throws -> (rows: Int, use: StoredIndexUse?) {
    let source = try FileSource(
      [place.tree], options: LoadOptions(), indexes: IndexChoice(place.store))
    var rows = 0
    let report = try source.stream(
      CompiledQuery(Query("alpha")), StreamRequest(), .never, render: { $0.count },
      deliver: {
        rows += $0
        return true
      })
    return (rows, report.statistics.storedIndex)
  }

  @Test func `a file whose time is in the future is always searched`() throws {
    let future = Platform.nanosecondsSince1970() + 1_000 * Self.second
    let (place, report) = try Self.place(future)
    #expect(report.unindexedFiles == 1)
    #expect(report.recentFiles == 1)
    let (rows, use) = try Self.search(place)
    #expect(rows == 2)
    #expect(use?.otherFiles == 1)
    // Simulate a clock that was set back: the time of the file that is not in the index is now
    // earlier than the time of the index.
    TestFile.setModified(place.tree + "/doubtful.txt", 1_000 * Self.second)
    #expect(try Self.search(place).rows == 2)
    #expect(try place.build().unindexedFiles == 0)
    #expect(try Self.search(place).use?.otherFiles == 0)
  }

  @Test func `a file whose time moves back and forth is searched after each change`() throws {
    let (place, _) = try Self.place(1_000 * Self.second)
    let path = place.tree + "/doubtful.txt"
    for (number, time) in [0, 2_000, 1_000, 500, 1_000].enumerated() {
      let text = number % 2 == 0 ? "gamma one\n" : "alpha one\n"
      try TestFile.write(Array(text.utf8), to: path)
      TestFile.setModified(path, Int64(time) * Self.second)
      let (rows, use) = try Self.search(place)
      #expect(rows == (number % 2 == 0 ? 1 : 2), "after \(number)")
      #expect(use?.otherFiles == 1)
      if number == 2 { try place.build() }
    }
  }
}
