import Corpora
import Synchronization
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests searches that read files in parts: they select context across parts, free memory, and read
/// no unneeded text.
@Suite struct FilePartsTests {
  @Test(arguments: [1, 2]) func `context is selected across the parts of an input`(
    _ threads: Int
  ) throws {
    let folder = try ScratchFolder()
    let text = (0..<3_000).map { $0 % 30 == 0 ? "alpha \($0)\n" : "line \($0)\n" }.joined()
    let path = try folder.write(text, to: "a")
    var query = Query("alpha")
    query.options.threads = threads
    let details = RowDetails(recordNumbers: false, before: 1, after: 2)
    let request = StreamRequest(details: details)
    let wanted = (0..<3_000).filter { [0, 1, 2, 29].contains($0 % 30) }.dropLast()
    let options = LoadOptions()
    let descriptor = try #require(TestDescriptor(path))
    let sources = [
      try FileSource([path], options: options, sizes: FileSizes.small(mapped: true)),
      try FileSource([path], options: options, sizes: FileSizes.small(mapped: false)),
      try FileSource(
        ["-"], options: options, standardInput: descriptor.number,
        sizes: FileSizes.small(mapped: false)),
    ]
    for source in sources {
      var rows: [FoundRow] = []
      _ = try source.stream(
        CompiledQuery(query), request, .never, render: { $0.foundRows },
        deliver: {
          rows += $0
          return true
        })
      #expect(rows.map(\.line) == wanted.map { $0 + 1 })
      #expect(rows.count { !$0.isContext } == 100)
      #expect(rows.count(where: \.startsGroup) == 99)
    }
    // A file that is given twice is read twice.
    let twice = try FileSource(
      [path, path], options: options, sizes: FileSizes.small(mapped: true))
    var rows: [FoundRow] = []
    _ = try twice.stream(
      CompiledQuery(query), request, .never, render: { $0.foundRows },
      deliver: {
        rows += $0
        return true
      })
    #expect(rows.map(\.line) == wanted.map { $0 + 1 } + wanted.map { $0 + 1 })
    #expect(rows.count(where: \.startsGroup) == 199)
  }

  @Test(arguments: [1, 3])
  func `the rest of a file is not read once enough matches are found`(enough: Int) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 10_000), to: "a")
    var query = Query("alpha")
    query.options.threads = 1
    let request = StreamRequest(
      enoughPerFile: enough, details: RowDetails(hits: true, recordNumbers: false))
    let descriptor = try #require(TestDescriptor(path))
    let sources = [
      try FileSource([path], options: LoadOptions(), sizes: FileSizes.small(mapped: true)),
      try FileSource(
        ["-"], options: LoadOptions(), standardInput: descriptor.number,
        sizes: FileSizes.small(mapped: true)),
    ]
    for source in sources {
      var files = 0
      let report = try source.countByFile(CompiledQuery(query), request, .never) { _, count in
        #expect(count >= enough)
        files += 1
        return true
      }
      #expect(files == 1)
      #expect(report.statistics.bytes < 1_000)
    }
    let again = try #require(TestDescriptor(path))
    let rowSources = [
      sources[0],
      try FileSource(
        ["-"], options: LoadOptions(), standardInput: again.number,
        sizes: FileSizes.small(mapped: true)),
    ]
    for source in rowSources {
      var rows = 0
      let report = try source.stream(
        CompiledQuery(query), request, .never, render: { $0.matchCount },
        deliver: {
          rows += $0
          return true
        })
      #expect(rows >= enough)
      #expect(report.statistics.bytes < 1_000)
    }
  }

  @Test(arguments: [1, 2]) func `every file with a match is listed, however many there are`(
    _ threads: Int
  ) throws {
    let folder = try ScratchFolder()
    let text = String(repeating: "alpha\n", count: 200)
    for number in 0..<200 { try folder.write(text, to: "d/\(number)") }
    var query = Query("alpha")
    query.options.threads = threads
    let files = try FileSource(
      [folder.path + "/d"], options: LoadOptions(), sizes: FileSizes.small(mapped: true))
    for _ in 0..<3 {
      var named: Set<String> = []
      _ = try files.countByFile(
        CompiledQuery(query), StreamRequest(enoughPerFile: 1), .never
      ) { path, _ in
        #expect(named.insert(path).inserted)
        return true
      }
      #expect(named.count == 200)
    }
  }

  @Test(arguments: [1, 2]) func `delivered rows are released`(_ threads: Int) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 20_000), to: "a")
    var query = Query("alpha")
    query.options.threads = threads
    var sizes = FileSizes.small(mapped: true)
    sizes.maxPendingBytes = 1 << 12
    let files = try FileSource([path], options: LoadOptions(), sizes: sizes)
    let living = LivingCount()
    var maximum = 0
    var delivered = 0
    _ = try files.stream(
      CompiledQuery(query), StreamRequest(), .never, render: { _ in living.make() },
      deliver: { _ in
        delivered += 1
        maximum = max(maximum, living.count)
        return true
      })
    #expect(delivered > 400)
    #expect(maximum < 100)
  }

  @Test func `a read error after the last requested row is not reported`() throws {
    let folder = try ScratchFolder()
    let first = try folder.write("alpha\n", to: "a")
    let paths = [first, folder.path + "/none", first]
    for threads in [1, 2] {
      for _ in 0..<20 {
        var query = Query("alpha")
        query.options.threads = threads
        let files = try FileSource(paths)
        let report = try files.stream(
          CompiledQuery(query), StreamRequest(limit: 1), .never, render: { $0.count },
          deliver: { _ in true })
        #expect(report.failures.isEmpty)
        let stopped = try files.stream(
          CompiledQuery(query), StreamRequest(), .never, render: { $0.count },
          deliver: { _ in false })
        #expect(stopped.failures.isEmpty)
        let whole = try files.stream(
          CompiledQuery(query), StreamRequest(), .never, render: { $0.count },
          deliver: { _ in true })
        #expect(whole.failures.count == 1)
      }
    }
  }
}

/// Creates objects, and counts how many of them are still alive.
private final class LivingCount: Sendable {
  final class Thing: Sendable {
    private let living: LivingCount

    init(_ living: LivingCount) { self.living = living }

    deinit { living.number.withLock { $0 -= 1 } }
  }

  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func make() -> Thing {
    number.withLock { $0 += 1 }
    return Thing(self)
  }
}
