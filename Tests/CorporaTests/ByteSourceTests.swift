import Basics
import System
import Testing
import UnicodeText

@testable import Corpora

@Suite struct ByteSourceTests {
  /// The output of `printf 'one\ntwo\n' | gzip -9n`.
  static let member: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0xCF, 0x4B, 0xE5, 0x2A, 0x29,
    0xCF, 0xE7, 0x02, 0x00, 0xE6, 0x0B, 0xBA, 0x12, 0x08, 0x00, 0x00, 0x00,
  ]

  @Test func `gzip is detected by its first bytes, whatever the name`() throws {
    for name in ["t.txt", "t.txt.gz", "t"] {
      for step in [4, 1 << 18] {
        let result = try load(Self.member, named: name, step: step)
        #expect(result.corpus.rows == [["one"], ["two"]])
        #expect(result.report.bytes == 8)
      }
    }
  }

  @Test func `consecutive gzip members are read as one file`() throws {
    let rows = [["one"], ["two"], ["one"], ["two"]]
    #expect(try load(Self.member + Self.member).corpus.rows == rows)
    #expect(try load(Self.member + Self.member + [0, 0, 0]).corpus.rows == rows)
    #expect(try load(Self.member + Self.member + [0x1F]).corpus.rows == rows)
  }

  @Test func `truncated gzip data is an error`() {
    for length in 2..<Self.member.count {
      #expect(errorCode(Array(Self.member[..<length])) == .truncatedGzip, "\(length)")
      let second = Self.member + Self.member[..<length]
      #expect(errorCode(Array(second)) == .truncatedGzip, "\(length) of the second member")
    }
  }

  @Test func `damaged gzip data is an error`() {
    for index in [3, 12, 20, 22, 25] {
      var bytes = Self.member
      bytes[index] ^= 0xFF
      let code = errorCode(bytes)
      #expect(
        code == .damagedGzip || code == .truncatedGzip, "\(index): \(String(describing: code))")
    }
  }

  @Test func `the header checksum is verified`() throws {
    let header: [UInt8] = [0x1F, 0x8B, 0x08, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03]
    let right = header + [0x25, 0x15] + Self.member[10...]
    #expect(try load(right).corpus.rows == [["one"], ["two"]])
    let wrong = header + [0x24, 0x15] + Self.member[10...]
    #expect(errorCode(wrong) == .damagedGzip)
    // libdeflate does not verify header checksums, so `SmallGzip` must refuse files with a header
    // checksum.
    var text = GrowableBuffer<UInt8>()
    #expect(SmallGzip().inflate(Self.member.span, into: &text))
    #expect(!SmallGzip().inflate(wrong.span, into: &text))
  }

  private func errorCode(_ bytes: [UInt8]) -> CorpusError.Code? {
    do {
      _ = try load(bytes)
      return nil
    } catch {
      return (error as? CorpusError)?.code
    }
  }

  @Test func `the suffix before gz determines the format`() throws {
    // The output of `printf 'a,b\n1,2\n' | gzip -9n`.
    let bytes: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4B, 0xD4, 0x49, 0xE2, 0x32,
      0xD4,
      0x31, 0xE2, 0x02, 0x00, 0x7B, 0x07, 0x97, 0x0A, 0x08, 0x00, 0x00, 0x00,
    ]
    let corpus = try load(bytes, named: "t.csv.gz").corpus
    #expect(corpus.rows == [["1", "2"]])
    #expect(corpus.name == "t")
  }

  @Test func `standard input is read to the end`() throws {
    let result = try TemporaryFolder.withPipe(of: Array("a\nb".utf8)) {
      try CorpusLoader.load(["-"], standardInput: $0)
    }
    #expect(result.corpus.rows == [["a"], ["b"]])
    #expect(result.corpus.location(of: RecordID(1)) == RecordLocation(source: "-", line: 2))
    #expect(result.corpus.name == "stdin")
    let packed = try TemporaryFolder.withPipe(of: Self.member) {
      try CorpusLoader.load(["-"], standardInput: $0)
    }
    #expect(packed.corpus.count == 2)
  }

  @Test func `generated system files are read to the end`() throws {
    #expect(try CorpusLoader.load(["/proc/self/status"]).corpus.count > 5)
    #expect(try CorpusLoader.load(["/dev/null"]).corpus.count == 0)
  }

  @Test func `a file that shrinks or grows after it was opened is read safely`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "x", count: 1_000), to: "f")
    let shorter = try ByteSource(FilePath(path), isCancelled: { false })
    let longer = try ByteSource(FilePath(path), isCancelled: { false })
    try folder.write("abc", to: "f")
    #expect(try Self.length(shorter) == 3)
    try folder.write(String(repeating: "y", count: 5_000), to: "f")
    #expect(try Self.length(longer) == 1_000)
  }

  /// The number of bytes that can be read from a source, up to 10,000.
  private static func length(_ source: consuming ByteSource) throws -> Int {
    var source = source
    var bytes = GrowableBuffer<UInt8>()
    try bytes.append(upTo: 10_000) { (span) throws(CorpusError) in try source.read(into: &span) }
    return bytes.count
  }

  @Test func `a folder as standard input is an error`() throws {
    let folder = try TemporaryFolder()
    try folder.withDescriptor { descriptor in
      do {
        _ = try CorpusLoader.load(["-"], standardInput: descriptor)
        Issue.record("a folder was read")
      } catch {
        #expect(error as? CorpusError == CorpusError(.isFolder, path: "-"))
      }
    }
    #expect(throws: CorpusError(.isFolder, path: folder.path)) {
      _ = try ByteSource(FilePath(folder.path), isCancelled: { false })
    }
  }

  @Test func `a failed memory reservation leaves the buffer unchanged`() {
    var buffer = GrowableBuffer<UInt64>()
    buffer.append(7)
    #expect(!buffer.reserveIfPossible(1 << 58) && !buffer.reserveIfPossible(.max))
    #expect(buffer.reserveIfPossible(1_000) && buffer.count == 1 && buffer[0] == 7)
  }

  @Test func `random bytes never crash any format`() throws {
    var numbers = SplitMix64(seed: 41)
    var loaded: [String: Int] = [:]
    for round in 0..<600 {
      let bytes = (0..<numbers.next(below: 400)).map { _ in
        UInt8(truncatingIfNeeded: numbers.next())
      }
      let start: [UInt8] = [[], [0x1F, 0x8B, 8, 0], [0x5B], [0x22], [0x5B, 0x22]][round % 5]
      for type in FormatCatalog.typeNames {
        let options = LoadOptions(type: type).with { $0.isLenient = round % 2 == 0 }
        let limit = 40 + numbers.next(below: 300)
        let corpus = try? load(start + bytes, options, limit: limit, step: 16).corpus
        #expect(corpus?.isWellFormed(limit: limit) != false)
        if corpus != nil { loaded[type, default: 0] += 1 }
      }
    }
    // Random bytes are practically never valid JSON, so the test does not require that any of them
    // load as JSON.
    #expect(loaded.count >= 4, "\(loaded)")
  }
}
