public import Corpora
internal import Synchronization
internal import Threading
internal import UnicodeText

/// Searches files of lines while they are read, without loading them.
///
/// Blocks of a file are read and filtered on several threads; the lines that may match become small corpora, which are
/// searched like any other. So answers are those of loading and searching, and memory holds a few blocks and what was
/// picked of them.
public struct FileSearch: Sendable {
  /// The bytes that one thread reads at a time: they stay in its cache.
  static let blockSize = 1 << 18

  /// The blocks that one task reads.
  private static let strip = 16

  /// The most tasks before what they picked is searched.
  private static let largestWave = 16

  private let query: Query
  private let files: [LineFile]
  private let filter: LineChooser
  private let threads: Int

  /// Prepares a search; nil if the files have to be loaded for it.
  ///
  /// That is so where a path is no regular file of plain lines, and for queries that no needle can be had from.
  ///
  /// - Throws: what is wrong with the query, with its place.
  public init?(_ query: Query, paths: [String], options: LoadOptions) throws(QueryError) {
    try self.init(query, paths: paths, options: options, blockSize: Self.blockSize)
  }

  init?(
    _ query: Query, paths: [String], options: LoadOptions, blockSize: Int
  ) throws(QueryError) {
    guard LineFile.suits(options), query.options.fields == nil, !paths.isEmpty else { return nil }
    var files: [LineFile] = []
    for path in paths {
      guard LineFile.isOfLines(path, options),
        let file = LineFile(path, blockSize: blockSize)
      else { return nil }
      files.append(file)
    }
    let empty = Searcher(Corpus(name: "", fields: [Field("text")], rows: []))
    let matcher = try empty.compile(query)
    let size = files.reduce(0) { $0 + $1.size }
    let filter =
      RegexLines(matcher, expecting: size).map { LineChooser.regex($0) }
      ?? Self.sample(of: files[0]) { LineFilter(matcher, sample: $0).map { .needle($0) } }
    guard let filter else { return nil }
    self.query = query
    self.files = files
    self.filter = filter
    threads = query.options.threads ?? Workers.processorCount
  }

  private static func sample<R>(of file: LineFile, _ body: (Span<UInt8>) -> R?) -> R? {
    var buffer = GrowableBuffer<UInt8>()
    guard let lines = file.readLines(ofBlock: 0, into: &buffer, isCancelled: { false }) else {
      return nil
    }
    return buffer.withSpan {
      body($0.extracting(lines.lowerBound..<min(lines.upperBound, 1 << 16)))
    }
  }

  /// How a search of files ended.
  public enum Ending: Hashable, Sendable {
    case complete
    case cancelled
    /// A file could not be read to its end as lines: it has to be loaded, which tells why.
    case unreadable
  }

  /// Counts the lines that match.
  ///
  /// - Complexity: O(*n*) in bytes; memory is that of some blocks.
  public func count(isCancelled: () -> Bool = { false }) -> (count: Int, ending: Ending) {
    var count = 0
    for file in files {
      let ending = run(file, wantsRecords: false, isCancelled) { wave, _ in
        count += wave.certain + matches(in: wave).results.count
        return true
      }
      if ending != .complete { return (count, ending) }
    }
    return (count, .complete)
  }

  /// Calls `body` with the matching lines, some at a time, in order, until it returns `false`.
  ///
  /// - Complexity: O(*n*) in bytes; memory is that of some blocks and of the lines that may match in them.
  public func forEachBatch<E: Error>(
    isCancelled: () -> Bool = { false }, _ body: (Corpus, SearchReport) throws(E) -> Bool
  ) throws(E) -> Ending {
    var failure: E?
    for file in files {
      var goesOn = true
      let ending = run(file, wantsRecords: true, isCancelled) { wave, _ in
        let report = matches(in: wave)
        if report.results.isEmpty { return true }
        do throws(E) {
          goesOn = try body(report.corpus, report)
        } catch {
          failure = error
          goesOn = false
        }
        return goesOn
      }
      if let failure { throw failure }
      if ending != .complete || !goesOn { return ending }
    }
    return .complete
  }

  private func matches(in wave: Wave) -> SearchReport {
    let searcher = Searcher(wave.corpus)
    // The query was compiled before: it cannot fail now.
    guard let report = try? searcher.run(query, countingHits: false) else {
      preconditionFailure("a query that was compiled compiles again")
    }
    return report
  }
}

// MARK: Reading

extension FileSearch {
  /// What some blocks gave: lines that match for sure, unless records are wanted, and lines that may match.
  private struct Wave {
    var certain = 0
    let corpus: Corpus
  }

  private func run(
    _ file: LineFile, wantsRecords: Bool, _ isCancelled: () -> Bool,
    _ body: (Wave, Int) -> Bool
  ) -> Ending {
    var block = 0
    var line = 1
    var tasks = 1
    while block < file.blockCount {
      let blocks = block..<min(file.blockCount, block + tasks * Self.strip)
      let strips = (blocks.count + Self.strip - 1) / Self.strip
      let pieces = StripResults(strips)
      let isDone = Workers.run(strips, threads: threads, isCancelled: isCancelled) {
        index, isCancelled in
        let first = blocks.lowerBound + index * Self.strip
        let strip = first..<min(blocks.upperBound, first + Self.strip)
        pieces.set(index, read(strip, of: file, wantsRecords: wantsRecords, isCancelled))
      }
      guard isDone else { return .cancelled }
      guard let wave = join(pieces.all, of: file, &line) else { return .unreadable }
      if !body(wave, line) { return .complete }
      block = blocks.upperBound
      tasks = min(tasks * 4, Self.largestWave)
    }
    return .complete
  }

  /// Reads and filters blocks one after the other; nil if that fails or is cancelled.
  private func read(
    _ blocks: Range<Int>, of file: LineFile, wantsRecords: Bool, _ isCancelled: () -> Bool
  ) -> PickedLines? {
    var buffer = GrowableBuffer<UInt8>()
    var scratch = GrowableBuffer<UInt8>()
    var picked = PickedLines.Builder()
    for block in blocks {
      if isCancelled() { return nil }
      let lines = file.readLines(ofBlock: block, into: &buffer, isCancelled: isCancelled)
      guard let lines else { return nil }
      let isFine = buffer.withSpan { text in
        switch filter {
        case .regex(let regex):
          return picked.addMatches(of: regex, lines, of: text, wantsRecords: wantsRecords)
        case .needle(let filter):
          if wantsRecords || !filter.isNeedleEnough {
            picked.addAll(filter, lines, of: text, countsLines: wantsRecords)
          } else {
            picked.addUncertain(filter, lines, of: text, &scratch)
          }
          return true
        }
      }
      if !isFine { return nil }
    }
    return picked.finish()
  }

  /// The lines of all strips in one corpus; nil if one could not be read.
  private func join(_ strips: [PickedLines?], of file: LineFile, _ line: inout Int) -> Wave? {
    var corpus = CandidateCorpus()
    corpus.begin(file.path)
    var certain = 0
    for strip in strips {
      guard let strip else { return nil }
      certain += strip.certain
      do throws(CorpusError) {
        try strip.forEachLine { (text, index) throws(CorpusError) in
          try corpus.append(text, number: line + index)
        }
      } catch {
        return nil
      }
      line += strip.lines
    }
    return Wave(certain: certain, corpus: corpus.finish(name: ""))
  }
}

/// How lines are chosen.
private enum LineChooser: Sendable {
  case needle(LineFilter)
  case regex(RegexLines)
}

/// What the tasks of a wave gave.
private final class StripResults: Sendable {
  private let results: Mutex<[PickedLines?]>

  init(_ count: Int) { results = Mutex([PickedLines?](repeating: nil, count: count)) }

  var all: [PickedLines?] { results.withLock { $0 } }

  func set(_ index: Int, _ lines: PickedLines?) { results.withLock { $0[index] = lines } }
}
