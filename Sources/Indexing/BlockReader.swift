internal import Corpora
internal import System
internal import UnicodeText

/// Reads the files of one strip (see `Strip`), and divides their text into blocks.
///
/// The reader folds the text of each block, and collects the trigrams of the folded text.
struct BlockReader: ~Copyable {
  /// The number of bytes to read at a time.
  static let step = 1 << 20

  private var strip: StripBuilder
  private var text = GrowableBuffer<UInt8>()
  private var folded = GrowableBuffer<UInt8>()
  private var copy = GrowableBuffer<UInt8>()
  private static let folding = Folding(ignoresCase: true, ignoresDiacritics: true)
  private let sizes: IndexSizes
  private let isCancelled: @Sendable () -> Bool

  /// The offset of each block in its file.
  var starts = GrowableBuffer<UInt64>()

  /// For each block, the number of earlier lines or records in the same part of the file.
  private(set) var lines = GrowableBuffer<UInt64>()

  /// In a file of records, the number of lines before each block; in other files, 0 for each block.
  private(set) var fileLines = GrowableBuffer<UInt64>()

  /// The number of bytes in the current block; `nil` if no block has begun.
  private var pending: Int?

  /// The maximum number of blocks that the strip may contain when the current part ends.
  ///
  /// If this number is reached, the last block gets all remaining text of the part.
  private var blockLimit = 0

  /// The minimum size in bytes of a block of the current part, except for the last block.
  private var blockBytes = 0

  init(bits: Int, _ sizes: IndexSizes, isCancelled: @escaping @Sendable () -> Bool) {
    strip = StripBuilder(bits: bits)
    self.sizes = sizes
    self.isCancelled = isCancelled
  }

  consuming func encoded() -> GrowableBuffer<UInt8> { strip.encoded() }

  /// The result of reading a part of a file.
  struct Part: Sendable {
    var state = IndexTree.State.unknown
    var stamp: FileStamp?
    var isSettled = false
    var blocks = 0..<0

    /// The number of the part's lines or records.
    var lines = 0

    /// The number of bytes of the part's text.
    var bytes = 0

    /// The columns of the part's records; empty if the part consists of lines.
    var fields: [String] = []

    /// The CRC-32 of the part (`contentSum`).
    var sum: UInt32 = 0
  }

  /// Reads a whole file, or a byte range that begins and ends at line boundaries.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - range: the range in bytes; `nil` for the whole file.
  ///   - isLines: whether the file is read as lines of text, and not as records in another format.
  ///   - later: the number of later parts in the strip; one block is reserved for each of these
  ///     parts.
  /// - Returns: the result; its state is `unknown` if the part cannot be indexed.
  mutating func read(_ path: FilePath, _ range: Range<Int>?, isLines: Bool, later: Int) -> Part {
    var part = Part()
    let first = strip.blockCount
    blockLimit = Strip.maxBlocks - later
    let time = Platform.nanosecondsSince1970()
    guard let descriptor = try? Platform.open(path, for: .readingWithoutWaiting) else {
      return part
    }
    defer { Platform.close(descriptor) }
    guard let before = try? FileStatus(of: descriptor), before.isRegular else { return part }
    let size = before.size
    var head = GrowableBuffer<UInt8>(capacity: TextStart.sniffed)
    guard Self.append(TextStart.sniffed, of: descriptor, at: 0, to: &head) else { return part }
    // Do not index a file that has text although its size is 0, such as the files in /proc.
    if size == 0, head.count > 0 { return part }
    let isEncoded = head.withSpan { TextStart.isEncoded($0) }
    var state: IndexTree.State?
    // The records of the file; nil if the file is read as lines, for example because it is
    // malformed.
    var records = isLines || range != nil ? nil : Self.records(of: path, isCancelled)
    if records?.readsLines == true { records = nil }
    // Use larger blocks in a large file, because the number of blocks is limited. Decompressed text
    // can be several times as large as the file.
    blockBytes = sizes.block
    if isEncoded || !isLines { blockBytes = max(blockBytes, size / (isEncoded ? 4 : 1800)) }
    if isEncoded || records != nil {
      let found = range == nil ? readStream(path, records, &part) : nil
      let sum = found.flatMap { Self.contentSum(of: path, isBinary: $0 == .binary, sizes) }
      guard let found, let sum else { return part }
      part.sum = sum
      state = found
      if found == .records {
        let mark = head.withSpan { TextStart.length(ofMarkIn: $0) }
        let hasOffsets =
          !isEncoded && findOffsets(ofBlocks: first..., in: descriptor, after: mark, size)
        if !hasOffsets { state = .stream }
      }
    } else if head.withSpan({ TextStart.isBinary($0) }) {
      state = .binary
      part.sum = head.withSpan { Checksum.crc32($0) }
    } else {
      let mark = head.withSpan { TextStart.length(ofMarkIn: $0) }
      let whole = range ?? 0..<size
      let start = whole.lowerBound == 0 ? min(mark, whole.upperBound) : whole.lowerBound
      state = readLines(descriptor, start..<whole.upperBound, &part) ? .text : nil
      if !isLines, let sum = Self.contentSum(of: path, isBinary: false, sizes) { part.sum = sum }
    }
    // End the block even if reading failed; otherwise, its trigrams would be added to the next
    // block.
    endBlock()
    guard let state, let after = try? FileStatus(of: descriptor), after.stamp == before.stamp else {
      return part
    }
    part.state = state
    part.stamp = before.stamp
    part.isSettled = before.stamp.isSettled(at: time, tick: sizes.settledAfter)
    part.blocks = first..<strip.blockCount
    return part
  }

  static func append(
    _ count: Int, of descriptor: Int32, at offset: Int, to buffer: inout GrowableBuffer<UInt8>
  ) -> Bool {
    guard buffer.reserveIfPossible(count + 64) else { return false }
    var isRead = true
    buffer.append(upTo: count) { isRead = Platform.fill(&$0, from: descriptor, at: offset) }
    return isRead
  }

  // MARK: Blocks

  /// Begins a block if there is no current block.
  private mutating func beginBlock(at place: Int, afterLines count: Int, fileLines before: Int = 0)
  {
    if pending != nil { return }
    starts.append(UInt64(place))
    lines.append(UInt64(count))
    fileLines.append(UInt64(before))
    pending = 0
  }

  /// Ends the current block if it has at least `limit` bytes and the strip has capacity for another
  /// block.
  private mutating func endBlock(ifFullAt limit: Int) {
    if let pending, pending >= limit, strip.blockCount + 1 < blockLimit { endBlock() }
  }

  private mutating func endBlock() {
    if pending == nil { return }
    strip.endBlock()
    pending = nil
  }

  /// Adds the trigrams of whole lines to the current block.
  private mutating func addLines(_ lines: Span<UInt8>) {
    folded.truncate(to: 0)
    Self.fold(lines, &copy, into: &folded)
    folded.withSpan { strip.add($0) }
    pending = (pending ?? 0) + lines.count
  }

  /// Folds lines in the same way as records are folded.
  ///
  /// Each folded line ends with a separator or a newline.
  private static func fold(
    _ lines: Span<UInt8>, _ copy: inout GrowableBuffer<UInt8>,
    into folded: inout GrowableBuffer<UInt8>
  ) {
    let isValid = Kernels.validPrefix(of: lines, from: 0) == lines.count
    // The folded text can keep its newlines, because trigrams that contain a newline are skipped.
    if isValid, Kernels.appendLowercasedASCII(lines, to: &folded) == lines.count { return }
    folded.truncate(to: 0)
    copy.truncate(to: 0)
    var start = 0
    while start < lines.count {
      let newline = Kernels.firstIndex(of: 10, in: lines, from: start)
      let end = newline.map { $0 + 1 } ?? lines.count
      CandidateCorpus.append(lines.extracting(start..<end), to: &copy)
      copy.append(Separator.field)
      start = end
    }
    copy.withSpan { folding.fold($0, into: &folded) }
  }

  // MARK: Plain text

  /// Reads lines; returns `false` if the part cannot be indexed.
  private mutating func readLines(
    _ descriptor: Int32, _ range: Range<Int>, _ part: inout Part
  ) -> Bool {
    var text = GrowableBuffer<UInt8>()
    swap(&text, &self.text)
    text.truncate(to: 0)
    // The offset in the file of the first byte of `text`.
    var place = range.lowerBound
    while place + text.count < range.upperBound {
      if isCancelled() { return false }
      let before = text.count
      let next = place + before
      let count = min(max(Self.step, before), range.upperBound - next)
      guard Self.append(count, of: descriptor, at: next, to: &text), text.count > before else {
        return false
      }
      let isLast = place + text.count >= range.upperBound
      let end = isLast ? text.count : text.withSpan { TextEnd.endOfLines(in: $0, from: before) }
      if text.count - end > Segment.limit { return false }
      if end > before || isLast {
        text.withSpan { addBlocks($0.extracting(0..<end), at: place, &part) }
        place += end
        text.removeFirst(end)
      }
    }
    part.bytes = range.count
    swap(&text, &self.text)
    return true
  }

  /// Divides whole lines into blocks.
  private mutating func addBlocks(_ text: Span<UInt8>, at place: Int, _ part: inout Part) {
    var start = 0
    while start < text.count {
      var next = text.count
      let earliest = start + blockBytes - (pending ?? 0)
      if text.count - earliest > blockBytes / 2 {
        let newline = Kernels.firstIndex(of: 10, in: text, from: max(start, earliest - 1))
        next = newline.map { $0 + 1 } ?? text.count
      }
      beginBlock(at: place + start, afterLines: part.lines)
      let block = text.extracting(start..<next)
      addLines(block)
      endBlock(ifFullAt: blockBytes)
      part.sum = Checksum.crc32(block, after: part.sum)
      part.lines += Kernels.count(of: 10, in: block) + (block[block.count - 1] == 10 ? 0 : 1)
      start = next
    }
  }

  // MARK: Compressed text and records

  /// A stream of the file's records.
  ///
  /// A malformed file is read as lines, in the same way as in a search of a folder.
  private static func records(
    of path: FilePath, _ isCancelled: @escaping @Sendable () -> Bool
  ) -> RecordStream {
    RecordStream(
      .file(path), path: path.text, isFound: true, format: nil, options: LoadOptions()
    ).settled(isCancelled: isCancelled)
  }

  /// Reads a file from beginning to end, as records or as lines; `nil` if the file cannot be
  /// indexed.
  private mutating func readStream(
    _ path: FilePath, _ records: RecordStream?, _ part: inout Part
  ) -> IndexTree.State? {
    if let records { return readRecords(records, &part) }
    do throws(CorpusError) {
      var stream = try LineStream(.file(path), isCancelled: isCancelled)
      let isBinary = try stream.read(skipsBinary: true) { lines in
        beginBlock(at: 0, afterLines: 0)
        addLines(lines)
        endBlock(ifFullAt: blockBytes)
        part.lines += Kernels.count(of: 10, in: lines)
        part.bytes += lines.count
        return true
      }
      return isBinary ? .binary : .stream
    } catch {
      return nil
    }
  }

  /// Reads the records of a file; `nil` if the file cannot be indexed.
  private mutating func readRecords(
    _ records: RecordStream, _ part: inout Part
  ) -> IndexTree.State? {
    var fields: [Field] = []
    var hasFields = false
    let isCancelled = isCancelled
    let ending = records.read(fields: [], isCancelled: isCancelled) { piece in
      fields = piece.corpus.fields
      if !piece.corpus.hasOnlyEmptyText { hasFields = true }
      guard let folded = piece.corpus.folded(Self.folding, threads: 1, isCancelled: isCancelled)
      else { return false }
      for segment in folded.segments {
        addRecords(of: segment, in: piece.corpus, after: part.lines)
      }
      part.lines += piece.count
      return true
    }
    if ending.error != nil || isCancelled() { return nil }
    if ending.isBinary { return .binary }
    // Do not index a file whose records have no fields: the index could not distinguish this file
    // from a file with the single column `text`.
    if part.lines > 0, !hasFields { return nil }
    if part.lines == 0 {
      fields = records.columns(after: [], isCancelled: isCancelled).fields
    }
    part.bytes = ending.bytes
    part.fields = fields.map(\.name)
    // If a file has invalid sequences, searches must read the whole file. A search of only some
    // blocks could not report how many sequences were replaced.
    return records.continues && part.lines > 0 && ending.invalidSequences == 0 ? .records : .stream
  }

  /// Adds the records of a segment; `before` is the number of the file's records that precede
  /// `corpus`.
  private mutating func addRecords(
    of segment: Segment, in corpus: Corpus, after before: Int
  ) {
    var record = 0
    while record < segment.count {
      let start = Int(segment.starts[record])
      let limit = start + blockBytes - (pending ?? 0)
      var end = record + 1
      while end < segment.count, Int(segment.starts[end]) < limit { end += 1 }
      let number = segment.firstRecord + record
      if pending == nil {
        let line = corpus.location(of: RecordID(UInt64(number))).line
        beginBlock(at: 0, afterLines: before + number, fileLines: line - 1)
      }
      segment.text.withSpan(of: start..<Int(segment.starts[end])) { text in
        strip.add(text)
        pending = (pending ?? 0) + text.count
      }
      endBlock(ifFullAt: blockBytes)
      record = end
    }
  }
}

extension BlockReader {
  /// The CRC-32 of a file's content.
  ///
  /// The checksum covers all bytes except a byte order mark. The checksum of a binary file covers
  /// only the first bytes.
  ///
  /// If a file is divided into byte ranges, the checksums of the ranges are combined.
  static func contentSum(
    of path: FilePath, isBinary: Bool, _ sizes: IndexSizes
  ) -> UInt32? {
    guard let descriptor = try? Platform.open(path, for: .readingWithoutWaiting) else { return nil }
    defer { Platform.close(descriptor) }
    guard let status = try? FileStatus(of: descriptor), status.isRegular else { return nil }
    var buffer = GrowableBuffer<UInt8>()
    guard append(TextStart.sniffed, of: descriptor, at: 0, to: &buffer) else { return nil }
    if isBinary { return buffer.withSpan { Checksum.crc32($0) } }
    let mark = buffer.withSpan { TextStart.length(ofMarkIn: $0) }
    let isDivided = status.size > sizes.strip
    let ranges =
      (isDivided ? IndexBuild.ranges(of: path, status.size, sizes) : nil) ?? [0..<status.size]
    var sum: UInt32 = 0
    for range in ranges {
      var part: UInt32 = 0
      var place = range.lowerBound == 0 ? mark : range.lowerBound
      while place < range.upperBound {
        buffer.truncate(to: 0)
        let count = min(step, range.upperBound - place)
        guard append(count, of: descriptor, at: place, to: &buffer), buffer.count > 0 else {
          return nil
        }
        buffer.withSpan { part = Checksum.crc32($0, after: part) }
        place += buffer.count
      }
      sum = ranges.count == 1 ? part : sum &* 31 &+ part
    }
    return sum
  }
}
