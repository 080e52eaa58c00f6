internal import System
internal import UnicodeText

/// The blocks of an index that may contain matches of a query.
package struct CandidateBlocks: Sendable {
  private let index: StoredIndex
  private let sets: [BlockSet]

  /// The number of blocks that may match, including outdated blocks.
  ///
  /// A block is outdated if its file was indexed again later.
  package let count: Int

  /// Finds the blocks of an index whose text may satisfy a trigram test.
  ///
  /// - Throws: `damaged`.
  package init(_ test: TrigramTest, in index: StoredIndex) throws(IndexFault) {
    var sets: [BlockSet] = []
    for file in index.blocksFiles { sets.append(try file.blocks(passing: test)) }
    self.init(sets, index)
  }

  /// All blocks of an index.
  package init(allOf index: StoredIndex) {
    self.init(index.blocksFiles.map { BlockSet(all: $0.count) }, index)
  }

  private init(_ sets: [BlockSet], _ index: StoredIndex) {
    self.index = index
    self.sets = sets
    count = sets.reduce(0) { $0 + $1.count }
  }

  /// The number of blocks of a file that may match.
  package func count(in file: IndexedFile) -> Int { count(in: file, 0..<file.blockCount) }

  /// The number of blocks that may match in a range of a file's blocks.
  package func count(in file: IndexedFile, _ some: Range<Int>) -> Int {
    let file = file.file
    if some.isEmpty { return 0 }
    guard file.blocksFile < sets.count,
      file.blocks.upperBound <= index.blocksFiles[file.blocksFile].count
    else { return some.count }
    let set = sets[file.blocksFile]
    let first = file.blocks.lowerBound
    return some.reduce(0) { $0 + (set.contains(first + $1) ? 1 : 0) }
  }

  /// A run of consecutive blocks of a file.
  ///
  /// `bytes` is the byte range of the run. `firstLine` is the number of lines or records before the
  /// run, and `lines` is the number of lines or records in the run.
  package struct Run: Sendable {
    package let bytes: Range<Int>
    package let firstLine: Int
    package let lines: Int

    /// In a file of records, the number of lines before the run.
    package let fileLines: Int

    /// Whether the run contains the line or record with the number `line`.
    package func contains(_ line: Int) -> Bool {
      firstLine <= line && line < firstLine + lines
    }
  }

  /// The runs of blocks that may match, in ascending order.
  ///
  /// Runs that are separated by a small gap are joined.
  ///
  /// The offsets of the file's blocks must be known.
  ///
  /// - Parameters:
  ///   - indexed: the file.
  ///   - some: the blocks of the file to examine; `nil` for all.
  ///   - gap: the maximum number of bytes between runs that are joined.
  ///   - limit: the maximum size of joined runs in bytes.
  /// - Returns: the runs in ascending order.
  /// - Throws: `damaged`.
  package func runs(
    in indexed: IndexedFile, _ some: Range<Int>? = nil, joining gap: Int, atMost limit: Int
  ) throws(IndexFault) -> [Run] {
    let file = indexed.file
    guard file.blocksFile < sets.count,
      file.blocks.upperBound <= index.blocksFiles[file.blocksFile].count
    else { throw .damaged }
    let set = sets[file.blocksFile]
    var runs: [Run] = []
    for block in some ?? 0..<indexed.blockCount
    where set.contains(file.blocks.lowerBound + block) {
      let next = try index.run(block..<block + 1, of: indexed)
      if let last = runs.last, next.bytes.lowerBound - last.bytes.upperBound <= gap,
        next.bytes.upperBound - last.bytes.lowerBound <= limit,
        next.bytes.lowerBound >= last.bytes.upperBound
      {
        runs[runs.count - 1] = Run(
          bytes: last.bytes.lowerBound..<next.bytes.upperBound, firstLine: last.firstLine,
          lines: next.firstLine + next.lines - last.firstLine, fileLines: last.fileLines)
      } else {
        runs.append(next)
      }
    }
    return runs
  }
}

extension StoredIndex {
  /// The start of block `block` of a file; the end of the file if `block` is the number of blocks.
  private func start(
    of block: Int, in file: IndexTree.File
  ) throws(IndexFault) -> BlocksFile.Start {
    let block = file.blocks.lowerBound + block
    return block == file.blocks.upperBound
      ? BlocksFile.Start(offset: file.stamp.size, records: file.lines, fileLines: 0)
      : try blocksFiles[file.blocksFile].start(of: block)
  }

  /// Returns a range of a file's blocks as one run.
  ///
  /// The offsets of the file's blocks must be known.
  ///
  /// - Throws: `damaged`.
  package func run(
    _ some: Range<Int>, of indexed: IndexedFile
  ) throws(IndexFault) -> CandidateBlocks.Run {
    let file = indexed.file
    guard file.blocksFile < blocksFiles.count, some.upperBound <= file.blocks.count,
      file.blocks.upperBound <= blocksFiles[file.blocksFile].count
    else { throw .damaged }
    let first = try start(of: some.lowerBound, in: file)
    let end = try start(of: some.upperBound, in: file)
    guard first.offset <= end.offset, end.offset <= file.stamp.size, first.records <= end.records,
      end.records <= file.lines, first.fileLines <= first.offset
    else { throw .damaged }
    return CandidateBlocks.Run(
      bytes: first.offset..<end.offset, firstLine: first.records,
      lines: end.records - first.records, fileLines: first.fileLines)
  }

  /// Returns the block that contains a line or record of a file; `line` is the number of the line
  /// or record, from 0.
  ///
  /// The offsets of the file's blocks must be known.
  ///
  /// - Throws: `damaged`.
  /// - Complexity: O(log *b*), where *b* is the number of blocks of the file.
  package func block(
    withLine line: Int, of indexed: IndexedFile
  ) throws(IndexFault) -> CandidateBlocks.Run {
    guard indexed.isPlain || indexed.hasRecordOffsets, line < indexed.lines else { throw .damaged }
    var (low, high) = (0, indexed.blockCount)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if try start(of: middle, in: indexed.file).records <= line {
        low = middle
      } else {
        high = middle
      }
    }
    let run = try run(low..<low + 1, of: indexed)
    guard run.contains(line) else { throw .damaged }
    return run
  }
}
