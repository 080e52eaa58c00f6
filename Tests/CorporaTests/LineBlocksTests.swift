import Basics
import Testing
import UnicodeText

@testable import Corpora

/// Checks that reading a file in blocks gives the same result as the sequential reader.
@Suite struct LineBlocksTests {
  /// The observable results of a load.
  private struct Outcome: Equatable {
    var rows: [[String]] = []
    var lines: [Int] = []
    var invalidSequences = 0
    var bytes = 0
    var isASCII: [Bool] = []
    var error: CorpusError?
  }

  /// Block sizes of a few bytes, so that a small file has many blocks.
  private static func blocks(_ block: Int, _ round: Int, _ piece: Int) -> BlockSizes {
    var sizes = BlockSizes()
    sizes.minimumFileBytes = 1
    sizes.block = block
    sizes.round = round
    sizes.piece = piece
    return sizes
  }

  private static let none: BlockSizes = {
    var sizes = BlockSizes()
    sizes.minimumFileBytes = .max
    return sizes
  }()

  private func outcome(
    _ path: String, _ options: LoadOptions, limit: Int = Segment.limit, step: Int = 64,
    _ sizes: BlockSizes
  ) -> Outcome {
    do {
      let result = try CorpusLoader.load(
        [path], options: options, limit: limit, step: step, blocks: sizes)
      #expect(result.corpus.isWellFormed(limit: limit))
      return Outcome(
        rows: result.corpus.rows, lines: result.corpus.lines,
        invalidSequences: result.report.invalidSequences, bytes: result.report.bytes,
        isASCII: limit == Segment.limit ? result.corpus.segments.map(\.isASCII) : [])
    } catch {
      return Outcome(error: error)
    }
  }

  /// Whether reading blocks of the given sizes gives the result of the sequential reader, both with
  /// one thread and with three threads.
  private func isSame(
    _ bytes: [UInt8], in folder: TemporaryFolder, _ options: LoadOptions = LoadOptions(),
    limit: Int = Segment.limit, by sizes: [BlockSizes]
  ) throws -> Bool {
    let path = try folder.write(bytes, to: "file.txt")
    let expected = outcome(path, options, limit: limit, Self.none)
    return sizes.allSatisfy { sizes in
      [1, 3].allSatisfy { threads in
        let options = options.with { $0.threads = threads }
        let found = outcome(path, options, limit: limit, sizes)
        if found != expected { Issue.record("\(bytes) by \(sizes): \(found), not \(expected)") }
        return found == expected
      }
    }
  }

  @Test
  func `short texts of line ends and truncated sequences are read as by the sequential reader`()
    throws
  {
    let folder = try TemporaryFolder()
    let alphabet: [UInt8] = [0x61, 10, 13, 0xC3, 0xA9]
    let sizes = [Self.blocks(1, 3, 1), Self.blocks(2, 4, 2), Self.blocks(4, 64, 3)]
    for length in 0...4 {
      var digits = [Int](repeating: 0, count: length)
      while true {
        guard try isSame(digits.map { alphabet[$0] }, in: folder, by: sizes) else { return }
        guard let place = digits.lastIndex(where: { $0 < alphabet.count - 1 }) else { break }
        digits[place] += 1
        for next in digits.indices where next > place { digits[next] = 0 }
      }
    }
  }

  @Test(arguments: [0, 1, 2, 3])
  func `reading random text in blocks gives the same result as the sequential reader`(kind: Int)
    throws
  {
    let folder = try TemporaryFolder()
    var numbers = SplitMix64(seed: 70 + UInt64(kind))
    let pieces: [[UInt8]] = [
      [0x61], [0x62, 0x63], [10], [10], [13, 10], [13], Array("é".utf8), Array("漢".utf8),
      Array("😀".utf8),
    ]
    for _ in 0..<120 {
      var bytes: [UInt8] = []
      for _ in 0..<numbers.next(below: 400) {
        bytes += pieces[numbers.next(below: kind == 0 ? 4 : pieces.count)]
      }
      if numbers.next(below: 4) == 0 { bytes = [0xEF, 0xBB, 0xBF] + bytes }
      if kind > 1 && !bytes.isEmpty {
        bytes[numbers.next(below: bytes.count)] = [0xFF, 0xE2, 0x80, 0xC3][numbers.next(below: 4)]
      }
      let block = 1 + numbers.next(below: 40)
      let sizes = Self.blocks(block, block + numbers.next(below: 200), 1 + numbers.next(below: 50))
      let options = LoadOptions().with { $0.isStrict = kind == 3 }
      guard try isSame(bytes, in: folder, options, by: [sizes]) else { return }
    }
  }

  @Test func `a small segment limit is respected, and a larger record is reported`() throws {
    let folder = try TemporaryFolder()
    var numbers = SplitMix64(seed: 75)
    for _ in 0..<150 {
      let bytes = randomBytes(Array("abcdefghijklmnop\n\r".utf8), upTo: 900, &numbers)
      let block = 1 + numbers.next(below: 40)
      let sizes = Self.blocks(block, block + numbers.next(below: 200), 1 + numbers.next(below: 50))
      let limit = 30 + numbers.next(below: 100)
      guard try isSame(bytes, in: folder, limit: limit, by: [sizes]) else { return }
    }
  }

  @Test func `a line longer than a block and than a round of reads is one record`() throws {
    let folder = try TemporaryFolder()
    let line = Array(String(repeating: "añb", count: 700).utf8)
    for end in [[], [10], [13, 10], [13], [10, 10]] as [[UInt8]] {
      let sizes = [Self.blocks(16, 64, 8), Self.blocks(100, 1_000, 33)]
      #expect(try isSame([0x78, 10] + line + end, in: folder, by: sizes))
    }
  }

  @Test
  func `reading in blocks of the default size gives the same result as the sequential reader`()
    throws
  {
    let folder = try TemporaryFolder()
    var numbers = SplitMix64(seed: 76)
    var bytes: [UInt8] = []
    let words = ["one", "TWO", "drei", "vier\r", "fünf", "", "a longer line of several words"]
    while bytes.count < 5 << 20 {
      bytes += words[numbers.next(below: words.count)].utf8
      bytes.append(numbers.next(below: 3) == 0 ? 10 : 32)
    }
    let path = try folder.write(bytes, to: "file.txt")
    for cut in [bytes.count, bytes.count - 1] {
      try folder.write(Array(bytes[0..<cut]), to: "file.txt")
      let options = LoadOptions()
      let expected = try CorpusLoader.load(
        [path], options: options, limit: Segment.limit, step: 1 << 18, blocks: Self.none)
      let found = try CorpusLoader.load([path])
      #expect(found.report.bytes == cut)
      #expect(found.corpus.segments.count == 1 && expected.corpus.segments.count == 1)
      for (a, b) in zip(found.corpus.segments, expected.corpus.segments) {
        let isSameText = a.text.withSpan { a in b.text.withSpan { Kernels.areEqual(a, $0) } }
        #expect(isSameText && a.count == b.count && a.isASCII == b.isASCII)
        #expect((0...a.count).allSatisfy { a.starts[$0] == b.starts[$0] })
      }
    }
  }

  @Test func `files before and after a file in blocks keep their records and lines`() throws {
    let folder = try TemporaryFolder()
    let paths = try [
      folder.write("a\nb", to: "1.txt"), folder.write("c\r\nd\n\ne", to: "2.txt"),
      folder.write("\u{FEFF}f\n", to: "3.txt"),
    ]
    let corpus = try CorpusLoader.load(
      paths, options: LoadOptions(), limit: Segment.limit, step: 8,
      blocks: Self.blocks(2, 5, 2)
    ).corpus
    #expect(corpus.rows == ["a", "b", "c", "d", "", "e", "f"].map { [$0] })
    #expect(corpus.lines == [1, 2, 1, 2, 3, 4, 1])
  }

  @Test(arguments: [0, 5, 40, 199, 200])
  func `a file that shrinks during a load gives the text that remains`(length: Int) throws {
    let folder = try TemporaryFolder()
    let text = Array(String(repeating: "line\n", count: 200).utf8)
    let path = try folder.write(text, to: "file.txt")
    var hasShrunk = false
    let result = try CorpusLoader.load(
      [path], options: LoadOptions(), limit: Segment.limit, step: 64,
      blocks: Self.blocks(32, 96, 16),
      progress: { _ in
        // At the first progress report, one piece is already read. Because the file then changes,
        // it is read again from the start.
        if !hasShrunk { _ = try? folder.write(Array(text[0..<length]), to: "file.txt") }
        hasShrunk = true
      })
    #expect(result.corpus.rows.map { $0[0] } == lines(of: text[0..<length]))
    #expect(result.report.bytes == length)
  }

  private func lines(of text: ArraySlice<UInt8>) -> [String] {
    text.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a file that grows during a load gives its original text`() throws {
    let folder = try TemporaryFolder()
    let text = Array(String(repeating: "line\n", count: 100).utf8)
    let path = try folder.write(text, to: "file.txt")
    let result = try CorpusLoader.load(
      [path], options: LoadOptions(), limit: Segment.limit, step: 64,
      blocks: Self.blocks(32, 96, 16),
      progress: { _ in
        _ = try? folder.write(text + text, to: "file.txt")
      })
    #expect(result.corpus.count == 100)
  }

  @Test func `progress counts each byte once and reaches the end`() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "some line\n", count: 300)
    let path = try folder.write(text, to: "file.txt")
    var seen: [Int] = []
    _ = try CorpusLoader.load(
      [path], options: LoadOptions(), limit: Segment.limit, step: 64,
      blocks: Self.blocks(100, 500, 50), progress: { seen.append($0.bytesRead) })
    #expect(seen.dropFirst() == seen.dropFirst().sorted()[...] && seen.last == text.utf8.count)
    #expect(seen.allSatisfy { $0 <= text.utf8.count } && seen.count > 5)
  }

  @Test(arguments: [1, 2, 3, 5, 9])
  func `reading can be canceled`(checks: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "some line\n", count: 300), to: "file.txt")
    let countdown = Countdown(checks)
    #expect(throws: CorpusError(.cancelled, path: path)) {
      _ = try CorpusLoader.load(
        [path], options: LoadOptions().with { $0.threads = 2 }, limit: Segment.limit, step: 64,
        blocks: Self.blocks(100, 500, 50), isCancelled: { countdown.isOver() })
    }
  }
}
