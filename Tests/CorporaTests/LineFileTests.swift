import System
import TestSupport
import Testing
import UnicodeText

@testable import Corpora

@Suite struct LineFileTests {
  @Test(arguments: [1, 999, 5_000, .max])
  func `reading blocks ends after the limit, at the end of a line`(limit: Int) throws {
    let folder = try ScratchFolder()
    let text = Array((0..<3_000).map { "line \($0)\n" }.joined().utf8)
    let path = try folder.write(text, to: "text")
    var buffer = GrowableBuffer<UInt8>()
    let opened = try OpenedFile.open(
      FilePath(path), name: path, skipsBinary: false, minimumBytesToSplit: 1, into: &buffer)
    guard case .large(let file) = opened else {
      Issue.record("the file was not opened as a large file")
      return
    }
    let part = 10_000..<20_000
    var read: [UInt8] = []
    let ending = try file.readBlocks(
      of: part, 1_000, upTo: limit, &buffer, leavesLongLines: true, { false },
      { block in
        for index in block.indices { read.append(block[index]) }
        return true
      })
    let first = try #require(text[(part.lowerBound - 1)...].firstIndex(of: LineFile.newline)) + 1
    let end = first + read.count
    #expect(read == Array(text[first..<end]))
    #expect(text[end - 1] == LineFile.newline)
    if case .limit(let offset) = ending {
      #expect(limit < part.count)
      #expect(offset == end)
      #expect(offset - part.lowerBound >= limit && offset - part.lowerBound <= limit + 2_000)
    } else {
      #expect(limit == .max)
      #expect(end >= part.upperBound)
    }
  }
}
