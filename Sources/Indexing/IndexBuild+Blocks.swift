internal import Synchronization
internal import System
internal import Threading
internal import UnicodeText

/// Reads files, and writes their blocks to a blocks file.
extension IndexBuild {
  /// A strip that was written, and its blocks.
  private struct Finished: Sendable {
    var place = 0..<0
    var bits = 0
    var starts: [UInt64] = []
    var lines: [UInt64] = []
    var fileLines: [UInt64] = []
    var parts: [BlockReader.Part] = []
  }

  /// Reads the files of all strips, and writes the blocks of these files to a blocks file.
  ///
  /// - Returns: the indexed files, by file number.
  func writeBlocks(
    _ strips: [[IndexBuild.Piece]], _ walked: WalkedTree, to path: String, as number: Int,
    _ report: inout IndexBuildReport
  ) throws(SystemError) -> [Int: IndexedPart] {
    let writer = try SectionFileWriter(path)
    let results = Mutex([Finished](repeating: Finished(), count: strips.count))
    let failure = Mutex<SystemError?>(nil)
    let (isCancelled, progress, sizes) = (isCancelled, progress, sizes)
    _ = Workers.run(strips.count, threads: threads) { task, _ in
      if isCancelled() || failure.withLock({ $0 != nil }) { return }
      do throws(SystemError) {
        let finished = try Self.read(
          strips[task], walked, writer, sizes, progress, isCancelled)
        results.withLock { $0[task] = finished }
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
    do throws(SystemError) {
      if let error = failure.withLock({ $0 }) { throw error }
      let finished = results.withLock { $0 }
      return try finish(finished, strips, writer, number, &report)
    } catch {
      writer.discard()
      throw error
    }
  }

  private static func read(
    _ pieces: [IndexBuild.Piece], _ walked: WalkedTree, _ writer: SectionFileWriter,
    _ sizes: IndexSizes, _ progress: IndexBuildProgress,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(SystemError) -> Finished {
    var finished = Finished()
    finished.bits = Strip.bucketBits(forTextOf: pieces.reduce(0) { $0 + $1.bytes })
    var reader = BlockReader(bits: finished.bits, sizes, isCancelled: isCancelled)
    for (index, piece) in pieces.enumerated() {
      if isCancelled() { break }
      let path = walked.files[piece.file].path
      finished.parts.append(
        reader.read(
          path, piece.range, isLines: isLines(path), later: pieces.count - index - 1))
      progress.advance(by: piece.bytes)
    }
    finished.starts = reader.starts.array()
    finished.lines = reader.lines.array()
    finished.fileLines = reader.fileLines.array()
    let bytes = reader.encoded()
    let count = bytes.count
    let offset = try writer.append(bytes)
    finished.place = offset..<offset + count
    return finished
  }

  /// Adds a part to the index entry of its file; returns `nil` if the file cannot be indexed.
  private static func file(
    _ part: BlockReader.Part, at place: Range<Int>, of blocksFile: Int,
    after before: IndexedPart?, _ piece: Piece
  ) -> IndexedPart? {
    guard part.state != .unknown, part.isSettled, let stamp = part.stamp else { return nil }
    guard var file = before?.file else {
      // If this is not the first part of the file, a missing entry means that an earlier part could
      // not be indexed.
      if let range = piece.range, range.lowerBound > 0 { return nil }
      var file = IndexTree.File(stamp: stamp)
      file.state = part.state
      file.blocksFile = blocksFile
      file.blocks = place
      file.lines = part.lines
      file.textBytes = part.bytes
      file.sum = part.sum
      return IndexedPart(file: file, columns: part.fields)
    }
    // All parts of a file must be unchanged plain text, and their blocks must be consecutive.
    guard file.stamp == stamp, file.blocks.upperBound == place.lowerBound, part.state == .text,
      file.state == .text
    else { return nil }
    file.blocks = file.blocks.lowerBound..<place.upperBound
    file.lines += part.lines
    file.textBytes += part.bytes
    file.sum = file.sum &* 31 &+ part.sum
    return IndexedPart(file: file, columns: [])
  }

  /// Writes the tables of strips and blocks, and returns the indexed files.
  private func finish(
    _ strips: [Finished], _ pieces: [[IndexBuild.Piece]], _ writer: SectionFileWriter,
    _ number: Int,
    _ report: inout IndexBuildReport
  ) throws(SystemError) -> [Int: IndexedPart] {
    let page = SectionLayout.pageSize
    var stripTable = GrowableBuffer<UInt8>()
    var blockTable = GrowableBuffer<UInt8>()
    var made: [Int: IndexedPart] = [:]
    var broken: Set<Int> = []
    var recent: Set<Int> = []
    var blocks = 0
    var end = page
    for (strip, pieces) in zip(strips, pieces) {
      if strip.place.isEmpty { continue }
      end = max(end, strip.place.upperBound)
      stripTable.append(number: UInt64(strip.place.lowerBound - page))
      stripTable.append(number: UInt32(strip.bits))
      stripTable.append(number: UInt32(strip.starts.count))
      stripTable.append(number: UInt64(strip.place.count))
      var lines = strip.lines
      for (part, piece) in zip(strip.parts, pieces) {
        report.readBytes += part.bytes
        if part.stamp != nil, !part.isSettled { recent.insert(piece.file) }
        let place = blocks + part.blocks.lowerBound..<blocks + part.blocks.upperBound
        guard let file = Self.file(part, at: place, of: number, after: made[piece.file], piece)
        else {
          broken.insert(piece.file)
          continue
        }
        for block in part.blocks { lines[block] += UInt64(file.file.lines - part.lines) }
        made[piece.file] = file
      }
      for block in strip.starts.indices {
        blockTable.append(number: strip.starts[block])
        blockTable.append(number: lines[block])
        blockTable.append(number: strip.fileLines[block])
      }
      blocks += strip.starts.count
    }
    report.recentFiles += recent.count
    // Do not index files that were not read completely.
    var counts: [Int: Int] = [:]
    for piece in pieces.joined() { counts[piece.file, default: 0] += 1 }
    var found: [Int: Int] = [:]
    for (strip, pieces) in zip(strips, pieces) where !strip.place.isEmpty {
      for (_, piece) in zip(strip.parts, pieces) { found[piece.file, default: 0] += 1 }
    }
    for (file, count) in counts where found[file] != count { broken.insert(file) }
    for file in broken { made[file] = nil }
    let data = page..<end
    let (stripBytes, blockBytes) = (stripTable.count, blockTable.count)
    let stripPlace = try writer.append(stripTable)
    let blockPlace = try writer.append(blockTable)
    try writer.finish(
      .blocks,
      sections: [
        data, stripPlace..<stripPlace + stripBytes, blockPlace..<blockPlace + blockBytes,
      ])
    return made
  }
}
