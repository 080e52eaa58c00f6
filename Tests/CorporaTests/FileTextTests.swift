import TestSupport
import Testing
import UnicodeText

@testable import Corpora

@Suite struct FileTextTests {
  private func string(_ file: FileText) -> String { file.text.withSpan { String(decoding: $0) } }

  /// Loads one file as lines; returns the lines, the number of replacements and the digest.
  private func loaded(_ path: String) throws -> (lines: [String], invalid: Int, sha256: [UInt8]?) {
    let options = LoadOptions(type: "lines").with { $0.computesSHA256 = true }
    let result = try CorpusLoader.load([path], options: options)
    return (result.corpus.rows.map { $0[0] }, result.report.invalidSequences, result.report.sha256)
  }

  private func isAsLoaded(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> Bool {
    let path = try folder.write(bytes, to: "file")
    let (lines, invalid, sha256) = try loaded(path)
    let file = try FileText.read(path)
    var parts = string(file).utf8.split(separator: 10, omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    let isSameText = parts.map { String(Substring($0)) } == lines
    let isSameDigest = try file.sha256 == sha256 && FileText.sha256(of: path) == sha256
    return isSameText && isSameDigest && file.invalidSequences == invalid && !file.isBinary
  }

  @Test func `text split at newlines equals the lines of a loaded corpus`() throws {
    let folder = try TemporaryFolder()
    let member = ByteSourceTests.member
    let texts: [[UInt8]] = [
      [], [10], [13], [13, 10], [13, 13, 10, 13], [0xEF, 0xBB, 0xBF, 0x61, 13, 10],
      Array("a\r\nb\rc\n\n\r\n".utf8), [0x61, 0xFF, 0xE2, 0x82, 10, 0x62], [0xC3], member,
      member + member, member + [0, 0, 0], Array("no end".utf8),
    ]
    for bytes in texts { #expect(try isAsLoaded(bytes, in: folder), "\(bytes)") }
    var generator = SeededGenerator(seed: 930)
    let alphabet: [UInt8] = [0x61, 0x62, 10, 13, 0xC3, 0xA9, 0xE6, 0xBC, 0xA2, 0xFF, 0xF0, 0x20]
    for _ in 0..<300 {
      let bytes = (0..<generator.below(40)).map { _ in generator.pick(alphabet) }
      #expect(try isAsLoaded(bytes, in: folder), "\(bytes)")
    }
  }

  @Test func `long text with line ends at any position equals the lines of a loaded corpus`() throws
  {
    let folder = try TemporaryFolder()
    let line = Array("a line of some length é\r\n".utf8)
    for shift in 0..<line.count {
      let head = [UInt8](repeating: 0x78, count: InputWindow.step - 3 * line.count + shift)
      let bytes = head + (0..<6).flatMap { _ in line } + [0xFF]
      #expect(try isAsLoaded(bytes, in: folder), "\(shift)")
    }
  }

  @Test func `files that a folder load skips as binary are detected as binary`() throws {
    let folder = try TemporaryFolder()
    let head = [UInt8](repeating: 0x61, count: 8_191)
    for (bytes, isBinary) in [(head + [0], true), (head + [10, 0], false), ([0], true)] {
      let path = try folder.write(bytes, to: "f/file")
      let file = try FileText.read(path)
      #expect(file.isBinary == isBinary && file.sha256.isEmpty == isBinary)
      #expect(file.text.count == (isBinary ? 0 : bytes.count))
      let report = try CorpusLoader.load([folder.path("f")]).report
      #expect(report.skipped.binary == (isBinary ? 1 : 0))
      #expect(try FileText.sha256(of: path) == loaded(path).sha256)
    }
  }

  @Test func `devices are read only as far as needed`() throws {
    let nothing = try FileText.read("/dev/null")
    #expect(nothing.text.count == 0 && !nothing.isBinary)
    #expect(nothing.sha256 == SHA256().finalized())
    #expect(try FileText.sha256(of: "/dev/null") == SHA256().finalized())
    #expect(try FileText.read("/dev/zero").isBinary)
    let countdown = Countdown(3)
    #expect(throws: CorpusError(.cancelled, path: "/dev/zero")) {
      try FileText.sha256(of: "/dev/zero", isCancelled: { countdown.isOver() })
    }
  }

  private func error(_ path: String, limit: Int = 100, asking: Int = .max) -> CorpusError? {
    let countdown = Countdown(asking)
    do throws(CorpusError) {
      _ = try FileText.read(path, limit: limit, isCancelled: { countdown.isOver() })
      return nil
    } catch {
      return error
    }
  }

  @Test func `an unreadable file is an error with its path`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("some text\r\n", to: "note.txt")
    #expect(error(path, limit: 10) == nil)
    #expect(error(path, limit: 9) == CorpusError(.recordTooLarge(limit: 9), path: path))
    #expect(error(path, asking: 0) == CorpusError(.cancelled, path: path))
    #expect(error(path, asking: 1) == CorpusError(.cancelled, path: path))
    #expect(error(folder.path) == CorpusError(.isFolder, path: folder.path))
    let missing = folder.path("nota.txt")
    #expect(error(missing) == CorpusError(.notFound(nearest: path), path: missing))
    #expect(throws: CorpusError(.notFound(nearest: path), path: missing)) {
      try FileText.sha256(of: missing)
    }
    let cut = try folder.write(Array(ByteSourceTests.member.dropLast()), to: "cut.gz")
    #expect(error(cut) == CorpusError(.truncatedGzip, path: cut))
    #expect(throws: CorpusError(.truncatedGzip, path: cut)) { try FileText.sha256(of: cut) }
  }
}
