import System
import TestSupport
import Testing

@testable import Corpora

/// Tests UTF-16 files with a byte order mark.
@Suite struct UTF16Tests {
  private static func bytes(_ units: [UInt16], isBigEndian: Bool) -> [UInt8] {
    units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  /// The lines of a file, as read by the loader and by a stream of records.
  private static func lines(_ bytes: [UInt8], step: Int) throws -> [[String]] {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: "wide.txt")
    let loaded = try CorpusLoader.load([path], options: LoadOptions()).corpus
    var streamed: [String] = []
    let stream = RecordStream(
      .file(FilePath(path)), path: path, isFound: false, format: nil, options: LoadOptions(),
      step: step)
    let isCancelled: @Sendable () -> Bool = { false }
    let ending = stream.read(fields: [], isCancelled: isCancelled) { piece in
      streamed += (0..<piece.corpus.count).map {
        piece.corpus.text(of: RecordID(UInt64($0)), field: 0)
      }
      return true
    }
    #expect(ending.error == nil)
    let all = (0..<loaded.count).map { loaded.text(of: RecordID(UInt64($0)), field: 0) }
    return [all, streamed]
  }

  @Test(arguments: [false, true])
  func `text in UTF-16 is read like the same text in UTF-8`(_ isBigEndian: Bool) throws {
    var random = SeededGenerator(seed: 16)
    let pieces: [[UInt16]] = [
      Array("a".utf16), Array("\n".utf16), Array("é".utf16), Array("漢".utf16), Array("😀".utf16),
      [0xD83D], [0xDE00], Array("\u{FEFF}".utf16), Array("line of text".utf16),
    ]
    for round in 0..<Effort.size(60, thorough: 2_000) {
      let count = round < 20 ? round : Int.random(in: 20...20_000, using: &random)
      let units = (0..<count).flatMap { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      var bytes = Self.bytes([0xFEFF] + units, isBigEndian: isBigEndian)
      var text = String(decoding: units, as: UTF16.self)
      if round % 5 == 4 {
        bytes.append(0x41)
        text += "\u{FFFD}"
      }
      var expected = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if expected.last?.isEmpty == true { expected.removeLast() }
      for lines in try Self.lines(bytes, step: 1 << Int.random(in: 4...18, using: &random)) {
        #expect(lines.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
      }
    }
  }
}
