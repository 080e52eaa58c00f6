import Synchronization
import System
import TestSupport
import Testing

@testable import Corpora

@Suite struct ReadingTrialsTests {
  /// A clock that a test sets.
  private final class Clock: Sendable {
    let time = Atomic<UInt64>(0)
  }

  /// For each of 40 reads of a file part, whether the part is read from the mapping instead of
  /// copied.
  ///
  /// Reading a part from the mapping takes `mapped` nanoseconds; copying a part takes `copied`
  /// nanoseconds.
  private func ways(
    mapped: UInt64, copied: UInt64, bytes: Int = 1 << 20, hasLargeFolio: Bool = false
  ) throws -> [Bool] {
    let folder = try ScratchFolder()
    let path = try folder.write([UInt8](repeating: 0x61, count: bytes), to: "text")
    let descriptor = try Platform.open(FilePath(path), for: .reading)
    defer { Platform.close(descriptor) }
    let mapping = try #require(FileMapping(descriptor, count: bytes))
    let clock = Clock()
    let trials = ReadingTrials(
      now: { clock.time.load(ordering: .relaxed) }, hasLargeFolio: { _, _ in hasLargeFolio })
    return (0..<40).map { _ in
      let turn = trials.turn(for: 0..<bytes, in: mapping, .measured)
      clock.time.add(turn.isMapped ? mapped : copied, ordering: .relaxed)
      trials.end(turn, bytes: bytes)
      return turn.isMapped
    }
  }

  @Test func `the way that took less time reads the parts after the trials`() throws {
    let fastMapping = try ways(mapped: 500_000, copied: 900_000)
    let fastCopies = try ways(mapped: 900_000, copied: 500_000)
    #expect(Set(fastMapping.prefix(6)) == [true, false])
    #expect(Set(fastCopies.prefix(6)) == [true, false])
    #expect(fastMapping.dropFirst(6).allSatisfy { $0 })
    #expect(fastCopies.dropFirst(6).allSatisfy { !$0 })
  }

  @Test func `parts are copied if both ways take the same time`() throws {
    #expect(try ways(mapped: 700_000, copied: 700_000).dropFirst(6).allSatisfy { !$0 })
  }

  @Test func `parts in large folios are read from the mapping`() throws {
    #expect(try ways(mapped: 900_000, copied: 1, hasLargeFolio: true).allSatisfy { $0 })
  }

  @Test func `short parts are copied and not measured`() throws {
    #expect(try ways(mapped: 1, copied: 900_000, bytes: 1 << 19).allSatisfy { !$0 })
  }

  @Test func `an explicit choice needs no trials`() throws {
    let trials = ReadingTrials(now: { 0 })
    #expect(!trials.turn(for: 0..<1 << 21, in: nil, .measured).isMapped)
    let folder = try ScratchFolder()
    let path = try folder.write([UInt8](repeating: 0x61, count: 100), to: "text")
    let descriptor = try Platform.open(FilePath(path), for: .reading)
    defer { Platform.close(descriptor) }
    let mapping = try #require(FileMapping(descriptor, count: 100))
    #expect(trials.turn(for: 0..<100, in: mapping, .always).isMapped)
    #expect(!trials.turn(for: 0..<100, in: mapping, .never).isMapped)
  }
}
