package import UnicodeText

/// The source and line of each record.
///
/// A file with one record per line needs one entry. For any other file, the map stores runs of
/// records; the records of a run begin an equal number of lines apart. The runs use at most six
/// bytes per record.
package struct SourceMap: Sendable {
  /// A source and its records, which are consecutive.
  package struct Source: Sendable {
    package let path: String

    /// The index in the corpus of the source's first record.
    package let firstRecord: Int

    /// The line number, from 1, of the source's first record; the lines of `runs` are relative to
    /// it.
    package let firstLine: Int

    /// The runs in ascending order; nil if each record begins on the line after the previous
    /// record.
    package let runs: FrozenBuffer<LineRun>?

    /// The columns that all records of the source have, in the order of the file; nil if the
    /// columns can differ between records, as in JSON.
    package let columns: [Int]?

    package init(
      path: String, firstRecord: Int, firstLine: Int = 1, runs: FrozenBuffer<LineRun>? = nil,
      columns: [Int]? = nil
    ) {
      self.path = path
      self.firstRecord = firstRecord
      self.firstLine = firstLine
      self.runs = runs
      self.columns = columns
    }
  }

  /// The sources that have records, in corpus order.
  package let sources: [Source]

  package init(sources: [Source]) { self.sources = sources }

  /// The source and line where a record begins.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of sources plus the number of their line
  ///   runs.
  func place(of record: Int) -> (source: Source, line: Int) {
    let next = partitionPoint(sources.count) { sources[$0].firstRecord > record }
    precondition(next > 0, "the record is not of this corpus")
    let source = sources[next - 1]
    return (source, source.line(of: record - source.firstRecord))
  }

  /// These sources followed by the sources of `other`, whose records begin at `firstRecord`.
  func appending(_ other: SourceMap, firstRecord: Int) -> SourceMap {
    let moved = other.sources.map { $0.moved(to: $0.firstRecord + firstRecord) }
    return SourceMap(sources: sources + moved)
  }

  /// A copy of these sources for a corpus in which column *i* was moved to column `columns[i]`.
  func arranged(by columns: [Int]) -> SourceMap {
    SourceMap(
      sources: sources.map { source in
        SourceMap.Source(
          path: source.path, firstRecord: source.firstRecord, firstLine: source.firstLine,
          runs: source.runs, columns: source.columns?.map { columns[$0] })
      })
  }

  /// Whether the map is valid for a corpus of `recordCount` records.
  ///
  /// In a valid map, each record has a source and a line, and line numbers never decrease within a
  /// source.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sources and line runs.
  package func isValid(recordCount: Int) -> Bool {
    var end = recordCount
    for source in sources.reversed() {
      let count = end - source.firstRecord
      if source.firstRecord < 0 || count <= 0 || !source.isValid(count) { return false }
      end = source.firstRecord
    }
    return end == 0
  }

  /// The number of bytes of memory that the sources and line runs use.
  var memoryBytes: Int {
    sources.reduce(0) {
      $0 + MemoryLayout<Source>.stride + ($1.runs?.count ?? 0) * MemoryLayout<LineRun>.stride
    }
  }
}

extension SourceMap {
  /// Finds the source and the line of each record in an ascending sequence of records.
  struct Cursor {
    private let sources: [Source]

    /// The index of the current source, and the index of the first record after that source.
    private var source = -1
    private var end = 0

    private var runs: PinnedBuffer<LineRun>?
    private var runCount = 0
    private var run = 0
    private var firstRecord = 0
    private var firstLine = 0

    init(_ map: SourceMap) { sources = map.sources }

    /// The index of a record's source, and the line where the record begins.
    ///
    /// Records must be passed in ascending order.
    mutating func place(of record: Int) -> (source: Int, line: Int) {
      while record >= end { advance() }
      let index = record - firstRecord
      guard let runs else { return (source, firstLine + index) }
      while run + 1 < runCount, Int(runs[run + 1].record) <= index { run += 1 }
      return (source, firstLine + runs[run].line(of: index))
    }

    private mutating func advance() {
      source += 1
      end = source + 1 < sources.count ? sources[source + 1].firstRecord : .max
      firstRecord = sources[source].firstRecord
      firstLine = sources[source].firstLine
      runs = sources[source].runs.map { PinnedBuffer($0) }
      runCount = sources[source].runs?.count ?? 0
      run = 0
    }
  }
}

/// A run of consecutive records that are `stride` lines apart; the first is `record`, on line
/// `line`.
///
/// `record` and `line` are relative to the source's `firstRecord` and `firstLine`.
package struct LineRun: BitwiseCopyable, Sendable {
  var record: UInt32
  var line: UInt32
  var stride: UInt32

  func line(of index: Int) -> Int { Int(line) + (index - Int(record)) * Int(stride) }
}

extension SourceMap.Source {
  /// A copy of this source whose first record has the index `firstRecord`.
  func moved(to firstRecord: Int) -> Self {
    Self(
      path: path, firstRecord: firstRecord, firstLine: firstLine, runs: runs, columns: columns)
  }

  /// The highest line number that is valid; no real file has this many lines.
  private static let lastLine = 1 << 53

  fileprivate func isValid(_ count: Int) -> Bool {
    if !(0...Self.lastLine).contains(firstLine) || count > Int(UInt32.max) { return false }
    guard let runs else { return true }
    var last: LineRun?
    for index in 0..<runs.count {
      let run = runs[index]
      if let last {
        guard run.record > last.record, Int(run.line) >= last.line(of: Int(run.record) - 1) else {
          return false
        }
      } else if run.record != 0 {
        return false
      }
      last = run
    }
    guard let last, Int(last.record) < count else { return false }
    return firstLine + last.line(of: count - 1) <= Self.lastLine
  }

  func line(of index: Int) -> Int {
    guard let runs else { return firstLine + index }
    let next = partitionPoint(runs.count) { Int(runs[$0].record) > index }
    return firstLine + runs[max(next - 1, 0)].line(of: index)
  }
}

/// The first index in `0..<count` for which `isPast` holds; `count` if there is no such index.
///
/// `isPast` must hold for all indices after the first index for which it holds.
///
/// - Complexity: O(log *count*)
func partitionPoint(_ count: Int, _ isPast: (Int) -> Bool) -> Int {
  var low = 0
  var high = count
  while low < high {
    let middle = low + (high - low) / 2
    if isPast(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
